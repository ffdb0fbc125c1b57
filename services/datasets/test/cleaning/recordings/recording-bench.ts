/** FFmpeg as people use it, for making recordings and for measuring results. The service runs it confined. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { RecordingFeatures } from '../../../src/cleaning/recordings/streams/recording-features.ts';
import type { FileResult, SourceFile, Treatment } from '../../../src/cleaning/treatment.ts';

const types: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
};
const maxOutputBytes = 16 * 2 ** 20;
const runFile = promisify(execFile);

/** A folder of recordings and the FFmpeg that makes and measures them. */
export interface RecordingBench {
  readonly folder: string;
  /** Makes a recording by the arguments of FFmpeg before the output. */
  make(name: string, ...args: readonly string[]): Promise<string>;
  /** Runs FFmpeg and returns what it writes on both outputs. */
  run(...args: readonly string[]): Promise<{ readonly output: string; readonly messages: string }>;
  /** Treats a file, and its output a second time under the same name. */
  treat(treatment: Treatment, path: string): Promise<TreatedFile>;
  remove(): Promise<void>;
}

export interface TreatedFile {
  readonly result: FileResult;
  /** The file after the treatment: the output, or the source. */
  readonly path: string;
  /** The result for the output; undefined if the first pass changed nothing. */
  readonly second: FileResult | undefined;
}

export async function createRecordingBench(ffmpegPath: string): Promise<RecordingBench> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-clean-recordings-'));
  let treatments = 0;
  const run: RecordingBench['run'] = async (...args) => {
    const { stdout, stderr } = await runFile(ffmpegPath, ['-hide_banner', '-nostdin', ...args], {
      maxBuffer: maxOutputBytes,
    });
    return { output: stdout, messages: stderr };
  };
  const treatOnce = async (treatment: Treatment, path: string): Promise<FileResult> => {
    treatments += 1;
    const outputFolder = join(folder, `output-${String(treatments)}`);
    await mkdir(outputFolder);
    return treatment(await describeSource(path, outputFolder), new AbortController().signal);
  };
  return {
    folder,
    run,
    async make(name, ...args) {
      const path = join(folder, name);
      await run('-v', 'error', ...args, '-y', path);
      return path;
    },
    async treat(treatment, path) {
      const result = await treatOnce(treatment, path);
      if (result.outcome !== 'changed') return { result, path, second: undefined };
      const output = join(folder, `${String(treatments)}-${basename(path)}`);
      await copyFile(result.output.path, output);
      return { result, path: output, second: await treatOnce(treatment, output) };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function describeSource(path: string, outputFolder: string): Promise<SourceFile> {
  const content = await readFile(path);
  const type = types[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, outputFolder, name: basename(path), type, sizeBytes: content.length, sha256 };
}

/** @throws Error if the result has no features of the kind */
export function readFeatures(result: FileResult): RecordingFeatures {
  const features = result.outcome === 'removed' ? undefined : result.features;
  if (features?.kind !== 'audio' && features?.kind !== 'video') throw new Error('the result has no features');
  return features;
}

/** The loudness of a file by the meter of FFmpeg, and the silence at its ends. */
export interface MeasuredLevels {
  readonly lufs: number;
  readonly truePeak: number;
  /** Seconds of samples below -60 dBFS. */
  readonly silentStart: number;
  readonly silentEnd: number;
}

export async function measureLevels(bench: RecordingBench, path: string): Promise<MeasuredLevels> {
  const { messages } = await bench.run(
    ...['-nostats', '-i', path, '-map', '0:a:0'],
    ...[
      '-af',
      'silencedetect=noise=-60dB:duration=0.02:mono=0,ebur128=peak=true:framelog=quiet',
      '-f',
      'null',
      '-',
    ],
  );
  const read = (pattern: RegExp): number => Number(pattern.exec(messages)?.[1] ?? NaN);
  const starts = [...messages.matchAll(/silence_start: (-?[\d.]+)/gu)].map(([, value]) => Number(value));
  const ends = [...messages.matchAll(/silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/gu)];
  const seconds = await readSeconds(bench, path);
  const [firstStart = Infinity] = starts;
  const last = ends.at(-1);
  const isOpen = last === undefined || Math.abs(Number(last[1]) - seconds) < 0.03;
  return {
    lufs: read(/^\s+I:\s+(-?[\d.]+) LUFS$/mu),
    truePeak: read(/^\s+Peak:\s+(-?[\d.]+) dBFS$/mu),
    silentStart: firstStart <= 0.001 ? Number(ends[0]?.[1] ?? seconds) : 0,
    silentEnd: isOpen && last !== undefined ? Number(last[2]) : 0,
  };
}

async function readSeconds(bench: RecordingBench, path: string): Promise<number> {
  const progress = ['-af', 'asetpts=N/SR/TB', '-progress', 'pipe:1', '-f', 'null', '-'];
  const { output } = await bench.run('-v', 'error', '-nostats', '-i', path, '-map', '0:a:0', ...progress);
  return Number([...output.matchAll(/^out_time_us=(\d+)$/gmu)].at(-1)?.[1] ?? 0) / 1e6;
}

/** The codec, rate, layout and bit depth that FFmpeg prints for the first audio stream, without the bit rate. */
export async function describeAudioStream(bench: RecordingBench, path: string): Promise<string> {
  const { messages } = await bench.run('-i', path, '-map', '0:a:0', '-c', 'copy', '-f', 'null', '-');
  const line = /Stream #0:\d\S*: Audio: (.*)/u.exec(messages)?.[1] ?? '';
  return line
    .replace(/\(.*?\)/gu, '')
    .replace(/, \d+ kb\/s.*$/u, '')
    .replaceAll(/\s+/gu, ' ');
}

/** The SHA-256 of the packets of each stream that a player shows, in the order of FFmpeg's kinds. */
export async function hashPackets(bench: RecordingBench, path: string): Promise<string> {
  const streams = ['-map', '0:V', '-map', '0:a?', '-map', '0:s?', '-c', 'copy'];
  const hashes = ['-f', 'streamhash', '-hash', 'sha256', '-'];
  return (await bench.run('-v', 'error', '-i', path, ...streams, ...hashes)).output;
}
