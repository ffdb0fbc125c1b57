/** Builds the corpus of the evaluation of recordings from a folder of media. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RecordingBench } from './recording-bench.ts';

/** A file of the corpus and the recording that it is a copy of. */
export interface CorpusFile {
  readonly path: string;
  readonly recording: string;
}

export interface Sources {
  readonly audio: readonly string[];
  readonly videos: readonly string[];
  readonly photos: readonly string[];
}

/** Files of the collection that are one recording in two sizes. */
const sameRecording: Readonly<Record<string, string>> = { 'uuid540.mp4': 'xmp480qt.mov' };
const h264 = ['-an', '-c:v', 'libx264', '-preset', 'veryfast'];

/** Lists the smallest media below a folder that are no copies of each other, at most `max` recordings and two photos for each. */
export async function listSources(folder: string, max: number): Promise<Sources> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/hostile|forged/u.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
  const sized = await Promise.all(files.map(async (path) => ({ path, size: (await stat(path)).size })));
  const list = (pattern: RegExp): string[] =>
    sized
      .filter(({ path }) => pattern.test(path))
      .toSorted((one, other) => one.size - other.size || (one.path < other.path ? -1 : 1))
      .map(({ path }) => path);
  const audio = list(/\.(?:mp3|wav|flac)$/iu).filter((path) => isSource(basename(path)));
  return {
    audio: audio.slice(0, max),
    videos: list(/\.(?:mp4|mov)$/iu).slice(0, max),
    photos: list(/photos\/.*\.jpe?g$/iu).slice(0, max * 2),
  };
}

/** Returns false for copies, and for recordings that are damaged or shorter than a block of the meter. */
function isSource(name: string): boolean {
  return !/^tika_test(?:WAV|FLAC|MP3(?!mpeg2|lyrics|noid3))/u.test(name);
}

/** Audio that needs cleaning: softer or louder, with silence at both ends, in each format. */
export async function makeUncleanAudio(bench: RecordingBench, sources: readonly string[]): Promise<string[]> {
  const formats = [
    ['wav', '-c:a', 'pcm_s16le'],
    ['mp3', '-c:a', 'libmp3lame', '-b:a', '128k'],
    ['m4a', '-c:a', 'aac', '-b:a', '128k'],
    ['opus', '-c:a', 'libopus', '-b:a', '64k'],
    ['flac', '-c:a', 'flac'],
    ['ogg', '-c:a', 'libvorbis', '-q:a', '3'],
  ] as const;
  const made: string[] = [];
  for (const [place, source] of sources.entries()) {
    // A longer recording than most of the collection has.
    const base = ['-stream_loop', '3', '-i', source, '-map', '0:a:0', '-map_metadata', '-1'];
    for (const [at, [extension, ...codec]] of formats.entries()) {
      const gain = [-18, -9, 6][(place + at) % 3] ?? 0;
      const filters = `volume=${String(gain)}dB,adelay=700:all=1,apad=pad_dur=0.9`;
      made.push(await bench.make(`unclean-${String(place)}.${extension}`, ...base, '-af', filters, ...codec));
    }
  }
  return made;
}

/** Copies of audio in other containers and with other tags, and changed versions that are recordings of their own. */
export async function makeAudioCopies(
  bench: RecordingBench,
  sources: readonly string[],
): Promise<CorpusFile[]> {
  const files: CorpusFile[] = [];
  for (const [place, source] of sources.entries()) {
    const add = async (name: string, recording: string, ...args: readonly string[]): Promise<void> => {
      const path = await bench.make(`audio-${String(place)}-${name}`, ...args);
      files.push({ path, recording: `audio ${String(place)} ${recording}` });
    };
    const wav = await bench.make(
      `base-${String(place)}.wav`,
      '-i',
      source,
      '-map',
      '0:a:0',
      '-map_metadata',
      '-1',
    );
    await add('tagged.wav', 'wav', '-i', wav, '-c', 'copy', '-metadata', 'title=Another title');
    await add('lossless.flac', 'wav', '-i', wav);
    await add('lossless.m4a', 'wav', '-i', wav, '-c:a', 'alac');
    await add('louder.wav', 'louder', '-i', wav, '-af', 'volume=-1.5dB');
    const mp3 = await bench.make(`base-${String(place)}.mp3`, '-i', wav, '-b:a', '128k');
    await add('coded.mp3', 'mp3', '-i', mp3, '-c', 'copy', '-metadata', 'artist=Another', '-write_xing', '0');
    await add('coded.m4a', 'mp3', '-i', mp3, '-c', 'copy', '-f', 'mp4');
  }
  return files;
}

/** Real videos and scenes made of photographs, with copies and with other takes of each scene. */
export async function makeVideos(
  bench: RecordingBench,
  { videos, photos }: Pick<Sources, 'videos' | 'photos'>,
): Promise<CorpusFile[]> {
  const files: CorpusFile[] = [];
  for (const [place, video] of videos.entries()) {
    const name = basename(video);
    const recording = sameRecording[name] ?? name;
    files.push(
      { path: video, recording },
      ...(await copyVideo(bench, { path: video, recording }, `real-${String(place)}`)),
    );
    const take = (part: string, ...cut: readonly string[]) =>
      bench.make(`real-${String(place)}-${part}.mp4`, ...cut, '-i', video, '-t', '1.8', ...h264);
    if (!/FLIR|515/u.test(name)) continue;
    files.push({ path: await take('first'), recording: `${name} first` });
    files.push({ path: await take('second', '-ss', '1.8'), recording: `${name} second` });
  }
  const half = Math.floor(photos.length / 2);
  for (let scene = 0; scene < half; scene += 1) {
    for (const take of [0, 1, 2]) {
      const recording = `scene ${String(scene)} take ${String(take)}`;
      const path = await makeTake(bench, {
        background: photos[scene],
        subject: photos[half + scene],
        scene,
        take,
      });
      const file = { path, recording };
      files.push(file, ...(take === 0 ? await copyVideo(bench, file, `scene-${String(scene)}`) : []));
    }
  }
  return files;
}

/** Copies as services make them: smaller, at another frame rate, in other codecs, in another container. */
async function copyVideo(
  bench: RecordingBench,
  { path, recording }: CorpusFile,
  name: string,
): Promise<CorpusFile[]> {
  const made = [
    await bench.make(`${name}-half.mp4`, '-i', path, '-vf', 'scale=iw/4*2:-2', '-crf', '32', ...h264),
    await bench.make(
      ...[`${name}-small.webm`, '-i', path, '-vf', 'scale=240:-2', '-r', '12', '-an'],
      ...['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-b:v', '120k'],
    ),
    await bench.make(`${name}-old.avi`, '-i', path, '-an', '-c:v', 'mpeg4', '-q:v', '12'),
    await bench.make(
      `${name}-moved.mov`,
      '-i',
      path,
      '-map',
      '0:V:0',
      '-c',
      'copy',
      '-metadata',
      'title=Copy',
    ),
  ];
  return made.map((copy) => ({ path: copy, recording }));
}

interface Take {
  readonly background: string | undefined;
  readonly subject: string | undefined;
  readonly scene: number;
  readonly take: number;
}

/** One background with the shake of a hand-held camera; the subject moves in another way in each take. */
async function makeTake(
  bench: RecordingBench,
  { background = '', subject = '', scene, take }: Take,
): Promise<string> {
  const x = [`W/2+W/3*sin(1.3*t)`, `W/2+W/3*sin(0.8*t+2)`, `W/8+W*t/8`][take] ?? '0';
  const y = [`H/2+H/4*cos(0.9*t)`, `H/2+H/4*cos(1.7*t+1)`, `H/2+H/4*sin(2*t)`][take] ?? '0';
  const image = ['-loop', '1', '-t', '4', '-r', '25', '-i'];
  const filter = [
    '[0]scale=640:360:force_original_aspect_ratio=increase,crop=632:352:x=4+2*sin(7*t):y=4+2*cos(5*t),scale=640:360[back]',
    `[1]scale=${scene % 2 === 0 ? '160' : '60'}:-2[front]`,
    `[back][front]overlay=x='${x}':y='${y}':shortest=1,noise=alls=4:allf=t,format=yuv420p`,
  ].join(';');
  const name = `scene-${String(scene)}-take-${String(take)}.mp4`;
  return bench.make(name, ...image, background, ...image, subject, '-filter_complex', filter, ...h264);
}
