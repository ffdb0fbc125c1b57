import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import { createRecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import { createTextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import { createRecordingBench } from '../recordings/recording-bench.ts';
import { describeFile, judgePair, writePair } from './judge-pairs.ts';
import { makeCameraPairs } from './make-camera-videos.ts';
import { makeChangedPairs } from './make-changed.ts';
import { makeLetterPairs } from './make-letters.ts';
import { makePagePairs, makeScenePairs } from './make-pairs.ts';
import type { ImagePair } from './make-pairs.ts';
import { createRemovalCounts } from './removal-counts.ts';
import type { Removals } from './removal-counts.ts';

const longestSide = 2_000;

export interface RemovalPlan {
  readonly pages: number;
  readonly seed: number;
}

/** Makes pairs of images from photographs and drawn pages, and counts the removals of each kind. */
export async function evaluateRemovals(
  photographs: readonly string[],
  { pages, seed }: RemovalPlan,
): Promise<Removals> {
  const folder = await mkdtemp(join(tmpdir(), 'removals-'));
  const cleaner = createImageCleaner({ size: 2 });
  const programs = { read: cleaner.readImageFeatures, confirm: cleaner.confirmImages };
  const counts = createRemovalCounts();
  const judge = async (pairs: readonly ImagePair[]): Promise<void> => {
    for (const pair of pairs)
      counts.add(
        pair,
        await judgePair(programs, await writePair(folder, 'image/png', [pair.one, pair.other])),
      );
  };
  try {
    const scenes: Buffer[] = [];
    for (const [at, path] of photographs.entries()) {
      const scene = await readScene(path);
      scenes.push(await sharp(scene).resize(600, 600, { fit: 'inside' }).jpeg().toBuffer());
      await judge(await makeScenePairs(scene, seed + at));
      await judge(await makeChangedPairs(scene, seed + at));
    }
    await judge(pairUnrelated(scenes));
    for (let page = 0; page < pages; page += 1) await judge(await makePagePairs(seed + page));
  } finally {
    await cleaner.close();
    await rm(folder, { recursive: true });
  }
  return counts.read();
}

async function readScene(path: string): Promise<Buffer> {
  const upright = sharp(path, { failOn: 'error' }).autoOrient().removeAlpha();
  const size = { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true } as const;
  return upright.resize(size).png({ compressionLevel: 1 }).toBuffer();
}

/** Pairs all photographs of different scenes. */
function pairUnrelated(scenes: readonly Buffer[]): readonly ImagePair[] {
  return scenes.flatMap((one, at) =>
    scenes
      .slice(at + 1)
      .map((other): ImagePair => ({ kind: 'unrelated', relation: 'different', one, other })),
  );
}

/** Makes letters with shared paragraphs, and counts the removals of each kind. */
export async function evaluateLetters(count: number, seed: number): Promise<Removals> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-'));
  const cleaner = createTextCleaner({ size: 2 });
  const programs = { read: cleaner.readTextFeatures, confirm: cleaner.confirmTexts };
  const counts = createRemovalCounts();
  try {
    for (const pair of makeLetterPairs(count, seed))
      counts.add(
        pair,
        await judgePair(programs, await writePair(folder, 'text/plain', [pair.one, pair.other])),
      );
  } finally {
    await cleaner.close();
    await rm(folder, { recursive: true });
  }
  return counts.read();
}

/**
 * Makes recordings of fixed cameras from photographs, and counts the removals of each kind.
 * @throws Error if FFmpeg is missing or may not run
 */
export async function evaluateCameras(
  photographs: readonly string[],
  { seed, ffmpegPath }: { readonly seed: number; readonly ffmpegPath: string },
): Promise<Removals> {
  const places = { configuredPath: ffmpegPath, searchPath: process.env['PATH'] ?? '' };
  const cleaner = await createRecordingCleaner({ ...places, mayRunUnconfined: false });
  if (!cleaner.available) throw new Error(cleaner.reason);
  const bench = await createRecordingBench(ffmpegPath);
  const programs = { read: cleaner.readRecordingFeatures, confirm: cleaner.confirmVideos };
  const counts = createRemovalCounts();
  try {
    for (const pair of await makeCameraPairs(bench, photographs, seed)) {
      const one = await describeFile(pair.one, 'video/mp4');
      const other = await describeFile(pair.other, 'video/mp4');
      counts.add(pair, await judgePair(programs, [one, other]));
    }
  } finally {
    cleaner.close();
    await bench.remove();
  }
  return counts.read();
}
