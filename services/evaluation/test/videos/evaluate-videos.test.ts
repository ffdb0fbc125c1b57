import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameSize } from '@assay/media/decoder/media-extractor';
import { readMono } from '@assay/media/decoder/pcm/read-mono';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findVideoTools } from '../../src/calibration/videos/encode-video.ts';
import type { VideoTools } from '../../src/calibration/videos/encode-video.ts';
import { sceneOf } from '@assay/checks/frames/frames.fixture';
import { loadChecks } from '@assay/checks/registry';
import { examine } from '../../src/verdicts/examine.ts';
import type { ExaminedFile } from '../../src/verdicts/examine.ts';
import type { EvaluationCase } from '../../src/verdicts/evaluation-case.ts';
import { changedSounds } from '../../src/verdicts/videos/changed-videos.ts';
import { videoCases } from '../../src/verdicts/videos/video-cases.ts';

const { ffmpegPath } = inject('servers');
const found = await findVideoTools({ ffmpegPath, ffmpegUnconfined: 'refused', programFolders: '' });
if (found === undefined)
  console.warn(
    'no FFmpeg of 6.1 or newer in namespaces here: making videos for the evaluation is not tested',
  );

const innocent = [
  ...['original', 'as H.264 in MP4', 'sent by messenger', 'as VP9 in WebM', 'as MPEG-4 in AVI', 'cropped'],
  ...['begun later, not coded again', 'fewer pictures a second', 'played twice'],
];
const ofPictures = ['shown again', 'left out, with a gap', 'left out, closed', 'covered by what is beside'];
const ofSound = ['sound copied within', 'other words put in, faster'];
const limits = { timeoutMs: 60_000, maxRssBytes: 2 ** 30, signal: new AbortController().signal };
const size = `${String(frameSize.width)}x${String(frameSize.height)}`;

/** A scene drawn by code, 25 pictures a second, beside a wandering tone or beside nothing. */
async function filmed(tools: VideoTools, folder: string, seconds: number, isHeard: boolean): Promise<string> {
  const raw = join(folder, 'raw');
  const path = join(folder, `${String(seconds)}.mp4`);
  await writeFile(raw, sceneOf({ frames: 25 * seconds, noise: 0, speed: 8 }));
  const before = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', size, '-framerate', '25'];
  const tone = `aevalsrc='0.2*sin(2*PI*(300*t+90*sin(1.7*t)+40*t*t))':d=${String(seconds)}[s]`;
  const heard = ['-filter_complex', tone, '-map', '[s]'];
  // What is smooth is coded well, so that a copy stays like its first showing.
  const after = [
    '-vf',
    'gblur=sigma=2',
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-qp',
    '0',
  ];
  const pass = { before, after: [...(isHeard ? heard : []), ...after], sound: ['-c:a', 'aac'] };
  expect(await tools.encode(raw, path, { ...pass, container: 'mp4' })).toBe(true);
  return path;
}

/** Correlation of two stretches of half a second. */
function likenessOf({ samples, sampleRate }: MonoSound, one: number, other: number): number {
  const [a = [], b = []] = [one, other].map((from) => {
    const first = Math.round(from * sampleRate);
    return [...samples.subarray(first, first + sampleRate / 2)];
  });
  const product = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

describe.skipIf(found === undefined)('what the evaluation makes of a video', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evaluate-videos-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function casesOf(seconds: number, isHeard: boolean): Promise<EvaluationCase[]> {
    if (found === undefined) throw new Error('there is no FFmpeg');
    const scene = {
      name: 'walk',
      source: 'code',
      seed: 1,
      path: await filmed(found, folder, seconds, isHeard),
    };
    return Array.fromAsync(videoCases(found)(scene, scene));
  }
  const saysOf = (files: readonly ExaminedFile[], group: string): string =>
    files
      .filter((file) => file.group === group)
      .flatMap(({ results }) => results.map(({ statement }) => statement))
      .join(' ');

  it('is what is innocent with its sound, and changes that are where it says', async () => {
    const cases = await casesOf(5, true);
    const changes = [...ofPictures, ...ofSound].flatMap((name) => [name, `${name}, laundered`]);
    expect(cases.map(({ group }) => group)).toEqual([...innocent, ...changes]);
    expect(
      cases.every(({ enrichment = {} }) => 'audioCodec' in enrichment && 'frameRate' in enrichment),
    ).toBe(true);
    const checks = await loadChecks(['video-frames', 'video-timing']);
    const files: ExaminedFile[] = [];
    for (const one of cases) files.push(await examine(one, { checks, extractor: found?.extractor }));
    for (const group of innocent.filter((name) => name !== 'played twice')) {
      expect(saysOf(files, group)).not.toMatch(/shown again from|no picture comes/);
    }
    expect(saysOf(files, 'shown again')).toMatch(/pictures from .* are shown again from/);
    expect(saysOf(files, 'left out, with a gap')).toMatch(/no picture comes/);
    expect(saysOf(files, 'left out, closed')).toMatch(/follow each other without a gap\.(?! The)/);
  });

  it('puts a piece of the sound in the place of another, as it is or faster', async () => {
    if (found === undefined) throw new Error('there is no FFmpeg');
    const path = await filmed(found, folder, 5, true);
    const likeness: number[] = [];
    for (const { pass } of changedSounds({ from: 1, length: 1, other: 3 })) {
      const to = join(folder, 'sound.mp4');
      const wav = join(folder, 'sound.wav');
      expect(await found.encode(path, to, pass)).toBe(true);
      expect(await found.extractor.extract('sound', to, wav, limits)).toBe(true);
      const sound = await readMono(wav, 'pcm_s16le', Infinity);
      likeness.push(sound === undefined ? 0 : likenessOf(sound, 1.2, 3.2));
      expect((sound?.samples.length ?? 0) / (sound?.sampleRate ?? 1)).toBeCloseTo(5, 0);
    }
    expect(likeness[0]).toBeGreaterThan(0.95);
    expect(likeness[1]).toBeLessThan(0.5);
  });

  it('has no changed sound where nothing is heard, and is nothing where there is no room for a change', async () => {
    const changed = (await casesOf(3, false)).filter(({ change }) => change !== null);
    expect(new Set(changed.map(({ change }) => change))).toEqual(
      new Set(['repeated-frames', 'cut-or-joined', 'changed-frames']),
    );
    expect(await casesOf(1, false)).toEqual([]);
  });
});
