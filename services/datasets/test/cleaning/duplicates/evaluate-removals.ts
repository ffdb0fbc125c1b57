import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hammingDistance } from '@assay/media/hash/perceptual-hash';
import sharp from 'sharp';
import type { ImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import { createImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import type { ImageFeatures } from '../../../src/cleaning/images/image-features.ts';
import { maxHashDistance } from '../../../src/cleaning/images/image-index.ts';
import { confirmNearDuplicate } from '../../../src/cleaning/images/near-duplicates.ts';
import { makePagePairs, makeScenePairs } from './make-pairs.ts';
import type { ImagePair } from './make-pairs.ts';

/** The removals of one kind of pair. */
export interface KindRemovals {
  readonly isCopy: boolean;
  readonly pairs: number;
  /** Pairs that the features alone would remove, as version 1.0 of the pipelines did. */
  readonly before: number;
  /** Pairs that are removed after their content was compared. */
  readonly after: number;
}

export type Removals = Readonly<Record<string, KindRemovals>>;

const longestSide = 2_000;
const signal = new AbortController().signal;

/** Makes pairs of copies and of different images from photographs and drawn pages, and counts the removals of each kind. */
export async function evaluateRemovals(
  photographs: readonly string[],
  { pages, seed }: { readonly pages: number; readonly seed: number },
): Promise<Removals> {
  const folder = await mkdtemp(join(tmpdir(), 'removals-'));
  const cleaner = createImageCleaner({ size: 2 });
  const removals: Record<string, KindRemovals> = {};
  const judge = async (pairs: readonly ImagePair[]): Promise<void> => {
    for (const pair of pairs) {
      const known = removals[pair.kind] ?? { isCopy: pair.isCopy, pairs: 0, before: 0, after: 0 };
      const [before, after] = await judgePair({ cleaner, folder }, pair);
      removals[pair.kind] = {
        isCopy: pair.isCopy,
        pairs: known.pairs + 1,
        before: known.before + (before ? 1 : 0),
        after: known.after + (after ? 1 : 0),
      };
    }
  };
  try {
    for (const [at, path] of photographs.entries()) {
      const size = {
        width: longestSide,
        height: longestSide,
        fit: 'inside',
        withoutEnlargement: true,
      } as const;
      const scene = await sharp(path, { failOn: 'error' })
        .autoOrient()
        .removeAlpha()
        .resize(size)
        .png({ compressionLevel: 1 })
        .toBuffer();
      await judge(await makeScenePairs(scene, seed + at));
    }
    for (let page = 0; page < pages; page += 1) await judge(await makePagePairs(seed + page));
  } finally {
    await cleaner.close();
    await rm(folder, { recursive: true });
  }
  return removals;
}

interface Place {
  readonly cleaner: ImageCleaner;
  readonly folder: string;
}

async function judgePair(
  { cleaner, folder }: Place,
  { one, other }: ImagePair,
): Promise<readonly [before: boolean, after: boolean]> {
  const paths = [join(folder, 'one'), join(folder, 'other')] as const;
  await Promise.all([writeFile(paths[0], one), writeFile(paths[1], other)]);
  const [a, b] = [await readFeatures(cleaner, paths[0]), await readFeatures(cleaner, paths[1])];
  const isClose = hammingDistance(a.hash, b.hash) <= maxHashDistance;
  if (!isClose || confirmNearDuplicate(a, b) === undefined) return [false, false];
  const files = paths.map((path) => ({ path, type: 'image/png', sizeBytes: 1_000_000 }));
  const [first, second] = files;
  if (first === undefined || second === undefined) return [true, false];
  return [true, await cleaner.confirmImages([first, second], signal)];
}

async function readFeatures(cleaner: ImageCleaner, path: string): Promise<ImageFeatures> {
  const file = { path, outputFolder: '', name: '', type: '', sizeBytes: 1_000_000, sha256: '' };
  const result = await cleaner.readImageFeatures(file, signal);
  const features = result.outcome === 'unchanged' ? result.features : undefined;
  if (features?.kind !== 'image') throw new Error('the image was not read');
  return features;
}

/** Returns the share of the pairs that are removed: of copies or of different images, before or after. */
export function shareRemoved(removals: Removals, isCopy: boolean, when: 'before' | 'after'): number {
  const kinds = Object.values(removals).filter((kind) => kind.isCopy === isCopy);
  const sum = (count: (kind: KindRemovals) => number): number =>
    kinds.reduce((total, kind) => total + count(kind), 0);
  return (
    sum((kind) => kind[when]) /
    Math.max(
      1,
      sum(({ pairs }) => pairs),
    )
  );
}

/** Describes the removals as lines of a table. */
export function describeRemovals(removals: Removals): string {
  const lines = Object.entries(removals).map(([kind, { isCopy, pairs, before, after }]) =>
    [kind.padEnd(18), isCopy ? 'copy     ' : 'different', pairs, before, after].join('  '),
  );
  return ['kind                pairs are  pairs  removed before  removed after', ...lines].join('\n');
}
