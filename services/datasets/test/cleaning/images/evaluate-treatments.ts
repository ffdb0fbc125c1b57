import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listPersonalTags } from '@assay/test-kit/media/personal-tags';
import sharp from 'sharp';
import type { FileResult, SourceFile, Treatment } from '../../../src/cleaning/treatment.ts';
import type { CorpusPlace } from './evaluate-duplicates.ts';
import { writeImage } from './make-copies.ts';

/** The results of `metadata-strip` and of the single-file steps of `image-standard` on files of a folder. */
export interface TreatmentEvaluation {
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
  /** Files whose output a second pass changes. */
  readonly changedTwice: readonly string[];
}

export interface StripEvaluation extends TreatmentEvaluation {
  /** Tags that exiftool finds in the outputs and that are not technical. */
  readonly personalTags: readonly string[];
  /** Files whose decoded pixels, orientation or profile differ in the output. */
  readonly otherPixels: readonly string[];
}

/** Treats files twice, compares the pixels, and reads the outputs with exiftool. */
export async function evaluateStrip(
  { cleaner, folder }: CorpusPlace,
  paths: readonly string[],
): Promise<StripEvaluation> {
  const otherPixels: string[] = [];
  const personalTags = new Set<string>();
  const sum = await treatTwice(cleaner.stripMetadata, { paths, folder }, async (path, output) => {
    if (!(await showSamePixels(path, output))) otherPixels.push(path);
    for (const tag of await listPersonalTags([output])) personalTags.add(tag);
  });
  return { ...sum, personalTags: [...personalTags], otherPixels };
}

/** Treats files twice, and for each file a copy that is rotated by its tag and has the profile Display P3. */
export async function evaluateStandard(
  { cleaner, folder }: CorpusPlace,
  paths: readonly string[],
): Promise<TreatmentEvaluation> {
  const copies = await Promise.all(
    paths.map(async (path, index) => {
      const rotated = sharp(path)
        .rotate(90)
        .jpeg({ quality: 92 })
        .withIccProfile('p3')
        .withMetadata({ orientation: 8, icc: 'p3' });
      const bytes = await rotated.toBuffer();
      return (await writeImage(folder, { origin: `rotated-${index.toString()}`, kind: 'p3', bytes })).path;
    }),
  );
  return treatTwice(cleaner.standardizeImage, { paths: [...paths, ...copies], folder }, () =>
    Promise.resolve(),
  );
}

interface TreatedFiles {
  readonly paths: readonly string[];
  readonly folder: string;
}

async function treatTwice(
  treat: Treatment,
  { paths, folder }: TreatedFiles,
  check: (path: string, output: string) => Promise<void>,
): Promise<TreatmentEvaluation> {
  const outcomes: FileResult['outcome'][] = [];
  const changedTwice: string[] = [];
  const signal = new AbortController().signal;
  const outputFolder = join(folder, 'output');
  const secondFolder = join(folder, 'second');
  for (const path of paths) {
    await Promise.all([outputFolder, secondFolder].map(async (each) => mkdir(each, { recursive: true })));
    const result = await treat(describeFile(path, outputFolder), signal);
    outcomes.push(result.outcome);
    if (result.outcome === 'changed') {
      const again = await treat(describeFile(result.output.path, secondFolder), signal);
      if (again.outcome !== 'unchanged') changedTwice.push(path);
      await check(path, result.output.path);
    }
    await Promise.all([outputFolder, secondFolder].map(async (each) => rm(each, { recursive: true })));
  }
  const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length;
  return { files: paths.length, changed: count('changed'), removed: count('removed'), changedTwice };
}

/** The type of these files is read from their bytes. */
function describeFile(path: string, outputFolder: string): SourceFile {
  return { path, outputFolder, name: 'image', type: 'application/octet-stream', sizeBytes: 0, sha256: '' };
}

async function showSamePixels(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map(async (path) => {
      const bytes = await readFile(path);
      const pixels = await sharp(bytes, { ignoreIcc: true, pages: -1, failOn: 'none' }).raw().toBuffer();
      const { icc, orientation = 1 } = await sharp(bytes).metadata();
      return Buffer.concat([pixels, icc ?? Buffer.alloc(0), Buffer.of(orientation)]);
    }),
  );
  return first !== undefined && second?.equals(first) === true;
}
