import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { detectType } from '@assay/media/sniff/detect-type';
import type {
  RecordingFeatures,
  VideoFeatures,
} from '../../../src/cleaning/recordings/streams/recording-features.ts';
import type { FileResult } from '../../../src/cleaning/treatment.ts';
import { createRecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import type { RecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import { videoVectorNames } from '../../../src/cleaning/recordings/streams/recording-features.ts';
import { listPrivateTags } from './private-tags.ts';
import { createRecordingBench, hashPackets, readFeatures } from './recording-bench.ts';
import type { RecordingBench } from './recording-bench.ts';
import { sharedRecordings } from './shared-recordings.ts';

const { ffmpegPath = '' } = inject('servers');
const hasFfmpeg = ffmpegPath !== '' && isConfined(await detectConfinement());
if (!hasFfmpeg) console.warn('no confined FFmpeg here: the cleaning of videos is not tested');
const scene = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', '-f', 'lavfi', '-i', 'sine=440:d=3'];
const tags = [
  ...['-metadata', 'title=Anna at home', '-metadata', 'comment=For Bob', '-metadata', 'artist=Anna'],
  ...['-metadata', 'creation_time=2024-05-05T10:00:00Z', '-metadata', 'location=+48.1+011.5/'],
  ...['-metadata:s:v', 'title=Camera 1'],
];
const chapters = ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=Anna\n';
const subtitles = '1\n00:00:00,500 --> 00:00:02,000\nHello\n';
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast'];

describe.skipIf(!hasFfmpeg)('video-standard', () => {
  let bench: RecordingBench;
  let cleaner: Extract<RecordingCleaner, { available: true }>;

  beforeAll(async () => {
    bench = await createRecordingBench(ffmpegPath);
    const created = await createRecordingCleaner({
      configuredPath: ffmpegPath,
      searchPath: '',
      mayRunUnconfined: false,
    });
    if (!created.available) throw new Error(created.reason);
    cleaner = created;
    await writeFile(join(bench.folder, 'chapters.txt'), chapters);
    await writeFile(join(bench.folder, 'subtitles.srt'), subtitles);
  });
  afterAll(async () => {
    cleaner.close();
    await bench.remove();
  });

  const withTexts = (): string[] => [
    ...[...scene, '-i', join(bench.folder, 'chapters.txt'), '-i', join(bench.folder, 'subtitles.srt')],
    ...['-map', '0', '-map', '1', '-map', '3', '-map_chapters', '2'],
  ];

  it.each([
    [
      'fast.mp4',
      () => [...withTexts(), ...h264, '-c:s', 'mov_text', '-movflags', '+faststart+use_metadata_tags'],
    ],
    ['fragmented.mp4', () => [...scene, ...h264, '-movflags', 'frag_keyframe+empty_moov']],
    ['phone.mov', () => [...scene, ...h264, '-c:a', 'pcm_s16le', '-timecode', '10:00:00:00'], 'ger'],
    ['old.mp4', () => [...scene, '-c:v', 'mpeg4', '-ar', '8000', '-c:a', 'aac', '-brand', '3gp5']],
    ['screen.webm', () => [...scene, '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus']],
    ['camera.avi', () => [...scene, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ])('removes private metadata from %s and no packet, once', async (name, args, language = 'deu') => {
    const source = await bench.make(name, ...args(), ...tags, '-metadata:s:a', `language=${language}`);
    expect(await listPrivateTags(bench, source)).not.toEqual([]);
    const { result, path, second } = await bench.treat(cleaner.standardizeVideo, source);
    expect(result).toMatchObject({
      outcome: 'changed',
      steps: ['remove_private_metadata'],
      output: { name },
    });
    expect(await listPrivateTags(bench, path)).toEqual([]);
    expect(await hashPackets(bench, path)).toBe(await hashPackets(bench, source));
    const [before, after] = await Promise.all([readFile(source), readFile(path)]);
    expect(await detectType(after)).toMatchObject({ mimeType: (await detectType(before))?.mimeType });
    expect(second?.outcome).toBe('unchanged');
    expect(second).not.toHaveProperty('skipped', expect.anything());
    const features = readFeatures(result);
    expect(features.vector).toHaveLength(videoVectorNames.length);
    expect(second).toMatchObject({ features: { frameHashes: hashesIn(features) } });
    expect(BSON.deserialize(BSON.serialize(structuredClone(features)))).toEqual(features);
    // AVI has no place for the language. QuickTime names German by its other code.
    expect(await readStreams(path)).toMatch(name.endsWith('.avi') ? /Stream #0:1/u : /\((?:deu|ger)\)/u);
  });

  it('keeps rotation and colour, and the index in front of the data', async () => {
    const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
    const plain = await bench.make('plain.mp4', ...scene, ...h264, ...colour, ...tags);
    const turned = ['-display_rotation', '90', '-i', plain, '-c', 'copy', '-movflags', '+faststart'];
    const source = await bench.make('rotated.mp4', ...turned);
    const { path } = await bench.treat(cleaner.standardizeVideo, source);
    const streams = await readStreams(path);
    expect(streams).toContain('bt709');
    expect(streams).toContain('rotation of 90');
    const content = await readFile(path);
    expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'));
  });

  it('keeps a language that QuickTime knows by another code', async () => {
    const mp4 = await bench.make('german.mp4', ...scene, ...h264, ...tags, '-metadata:s:a', 'language=deu');
    const source = join(bench.folder, 'german.mov');
    await writeFile(
      source,
      Buffer.from((await readFile(mp4, 'latin1')).replace('ftypisom', 'ftypqt  '), 'latin1'),
    );
    const { path } = await bench.treat(cleaner.standardizeVideo, source);
    expect(await readStreams(path)).toContain('(ger)');
  });

  it('keeps the bytes of a video without private metadata', async () => {
    const bare = [
      '-map_metadata',
      '-1',
      '-map_metadata:s',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags',
      '+bitexact',
    ];
    const results: FileResult[] = [];
    for (const name of ['bare.mp4', 'bare.mov', 'bare.avi']) {
      const tagged = await bench.make(`tagged-${name}`, ...scene, '-c:v', 'mpeg4');
      const source = await bench.make(name, '-i', tagged, '-c', 'copy', ...bare);
      results.push((await bench.treat(cleaner.standardizeVideo, source)).result);
    }
    const unchanged = { outcome: 'unchanged', features: { kind: 'video', width: 320 } };
    expect(results).toMatchObject([unchanged, unchanged, unchanged]);
  });

  it('removes a video that is cut off, that is noise or that has no frame', async () => {
    const source = await bench.make('whole.mp4', ...scene, ...h264, '-movflags', '+faststart');
    const content = await readFile(source);
    const data = content.indexOf('mdat') + 200;
    const noise = content.map((byte, index) =>
      index > data && index % 3 === 0 ? (index * 131) % 251 : byte,
    );
    const damaged = {
      'cut.mp4': content.subarray(0, content.length * 0.6),
      'noise.mp4': noise,
      'empty.mp4': content.subarray(0, 40),
    };
    const results: FileResult[] = [];
    for (const [name, bytes] of Object.entries(damaged)) {
      const path = join(bench.folder, name);
      await writeFile(path, bytes);
      results.push((await bench.treat(cleaner.standardizeVideo, path)).result);
    }
    const explanation = expect.stringMatching(/^[A-Z].*\.$/u) as string;
    const removed: FileResult = { outcome: 'removed', reason: 'undecodable', explanation };
    expect(results).toEqual([removed, removed, removed]);
  });

  it.each(sharedRecordings('video'))('cleans %s', async (source) => {
    const { result, path, second } = await bench.treat(cleaner.standardizeVideo, source);
    expect(result.outcome).toBe('changed');
    expect(await listPrivateTags(bench, path)).toEqual([]);
    expect(await hashPackets(bench, path)).toBe(await hashPackets(bench, source));
    expect(second?.outcome).toBe('unchanged');
  });

  async function readStreams(path: string): Promise<string> {
    return (await bench.run('-i', path, '-t', '0', '-f', 'null', '-')).messages;
  }
});

function hashesIn(features: RecordingFeatures): VideoFeatures['frameHashes'] {
  return features.kind === 'video' ? features.frameHashes : [];
}
