import { readFile, rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { ImageFeatures } from '../../../src/cleaning/images/similar/image-features.ts';
import type { ImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import { createImageIndex } from '../../../src/cleaning/images/similar/image-index.ts';
import { confirmNearDuplicate } from '../../../src/cleaning/images/similar/near-duplicates.ts';
import type { Scene } from './list-sources.ts';
import { writeCopies, writeImage } from './make-copies.ts';
import type { CorpusFile } from './make-copies.ts';
import { darken, makeFlat, makeLookalikes, makePage } from './make-negatives.ts';

/** Recall and precision of near-duplicates over a corpus that was made from a folder. */
export interface DuplicateEvaluation {
  /** Independent scenes, with the pages. */
  readonly scenes: number;
  readonly files: number;
  /** Pairs of copies of one image. */
  readonly copyPairs: number;
  /** Those of them whose hashes the index finds close. */
  readonly candidatePairs: number;
  readonly found: number;
  /** Confirmed pairs of different images, as `kind ~ kind: scene`. */
  readonly wrong: readonly string[];
  readonly recall: number;
  readonly precision: number;
  /** Recall by the way in which the copy was made. */
  readonly recallByKind: Readonly<Record<string, number>>;
}

/** The media collection has few pages, so that pages and flat images are drawn: at most so many of each, and two for each scene. */
const maxDrawn = 12;

interface MeasuredFile extends CorpusFile {
  readonly features: ImageFeatures;
}

export interface CorpusPlace {
  readonly cleaner: ImageCleaner;
  /** For the files of one scene at a time. */
  readonly folder: string;
}

export async function evaluateDuplicates(
  place: CorpusPlace,
  scenes: readonly Scene[],
): Promise<DuplicateEvaluation> {
  const measured: MeasuredFile[] = [];
  for (const scene of scenes)
    measured.push(...(await measureFiles(place, await writeScene(place.folder, scene))));
  const drawnCount = Math.min(maxDrawn, scenes.length * 2);
  for (let index = 0; index < drawnCount; index += 1) {
    const page = { origin: `page-${index.toString()}`, kind: 'page', bytes: await makePage(index) };
    const flat = { origin: `flat-${index.toString()}`, kind: 'flat', bytes: await makeFlat(index) };
    const files = [...(await writeCopies(place.folder, page)), await writeImage(place.folder, flat)];
    measured.push(...(await measureFiles(place, files)));
  }
  return { scenes: scenes.length + drawnCount, ...judgePairs(measured) };
}

async function writeScene(folder: string, { name, paths }: Scene): Promise<readonly CorpusFile[]> {
  const [first, ...others] = paths;
  if (first === undefined) return [];
  const bytes = await readFile(first);
  // A GIF or a PNG of few pixels is no photograph to copy.
  const { width, height } = await sharp(bytes).metadata();
  if (Math.min(width, height) < 200) return [];
  const images = [
    ...(await makeLookalikes(name, bytes)),
    { origin: `${name}~dark`, kind: 'dark', bytes: await darken(bytes) },
    ...(await Promise.all(
      others.map(async (path, index) => ({
        origin: `${name}~${index.toString()}`,
        kind: 'neighbour',
        bytes: await readFile(path),
      })),
    )),
  ];
  return [
    ...(await writeCopies(folder, { origin: name, kind: 'original', bytes })),
    ...(await Promise.all(images.map(async (image) => writeImage(folder, image)))),
  ];
}

async function measureFiles(
  { cleaner }: CorpusPlace,
  files: readonly CorpusFile[],
): Promise<readonly MeasuredFile[]> {
  const signal = new AbortController().signal;
  return Promise.all(
    files.map(async (file) => {
      const source = { path: file.path, outputFolder: '', name: '', type: '', sizeBytes: 0, sha256: '' };
      const result = await cleaner.readImageFeatures(source, signal);
      await rm(file.path);
      const features = result.outcome === 'unchanged' ? result.features : undefined;
      if (features?.kind !== 'image') throw new Error(`${file.origin} as ${file.kind} was not read`);
      return { ...file, features };
    }),
  );
}

function judgePairs(files: readonly MeasuredFile[]): Omit<DuplicateEvaluation, 'scenes'> {
  const index = createImageIndex();
  for (const { features } of files) index.add(features.hash);
  const wrong: string[] = [];
  const foundKinds: string[] = [];
  let candidatePairs = 0;
  let found = 0;
  for (const [one, other] of index.listCandidates()) {
    const a = files[one];
    const b = files[other];
    if (a === undefined || b === undefined) continue;
    const isCopy = a.origin === b.origin;
    if (isCopy) candidatePairs += 1;
    if (confirmNearDuplicate(a.features, b.features) === undefined) continue;
    if (!isCopy) wrong.push(`${a.kind} ~ ${b.kind}: ${a.origin}, ${b.origin}`);
    else {
      found += 1;
      foundKinds.push(a.kind, b.kind);
    }
  }
  const expectedKinds = listExpectedKinds(files);
  const copyPairs = expectedKinds.length / 2;
  return {
    files: files.length,
    copyPairs,
    candidatePairs,
    found,
    wrong,
    recall: found / copyPairs,
    precision: found / Math.max(1, found + wrong.length),
    recallByKind: divideCounts(foundKinds, expectedKinds),
  };
}

/** The kinds of both files of each pair of copies. */
function listExpectedKinds(files: readonly MeasuredFile[]): readonly string[] {
  return [...Map.groupBy(files, ({ origin }) => origin).values()].flatMap((copies) =>
    copies.flatMap(({ kind }) => new Array<string>(copies.length - 1).fill(kind)),
  );
}

function divideCounts(
  found: readonly string[],
  expected: readonly string[],
): Readonly<Record<string, number>> {
  const count = (kinds: readonly string[], kind: string): number =>
    kinds.filter((one) => one === kind).length;
  return Object.fromEntries(
    [...new Set(expected)].map((kind) => [kind, count(found, kind) / count(expected, kind)]),
  );
}
