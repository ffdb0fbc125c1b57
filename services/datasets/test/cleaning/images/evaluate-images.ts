import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import { evaluateDuplicates } from './evaluate-duplicates.ts';
import type { DuplicateEvaluation } from './evaluate-duplicates.ts';
import { evaluateStandard, evaluateStrip } from './evaluate-treatments.ts';
import type { StripEvaluation, TreatmentEvaluation } from './evaluate-treatments.ts';
import { listImages, listScenes } from './list-sources.ts';

export interface ImageEvaluation {
  readonly duplicates: DuplicateEvaluation;
  readonly strip: StripEvaluation;
  readonly standard: TreatmentEvaluation;
}

export interface EvaluationLimits {
  /** Scenes that copies are made of, evenly from the list; default 100. */
  readonly maxScenes?: number;
  /** Files that are stripped; default 200. */
  readonly maxStripped?: number;
}

/** Scenes whose rotated copies are standardized. */
const maxStandardized = 20;

/**
 * Measures the cleaning of images on a corpus that is made from the images of a folder: recall and precision of near-duplicates,
 * the traces that metadata-strip leaves, and the effect of a second pass. Needs exiftool.
 */
export async function evaluateImages(
  folder: string,
  limits: EvaluationLimits = {},
): Promise<ImageEvaluation> {
  const { maxScenes = 100, maxStripped = 200 } = limits;
  const scenes = takeEvenly(await listScenes(folder), maxScenes);
  const cleaner = createImageCleaner({ size: 2 });
  const place = { cleaner, folder: await mkdtemp(join(tmpdir(), 'assay-evaluation-')) };
  const originals = scenes.flatMap(({ paths }) => paths.slice(0, 1));
  try {
    return {
      duplicates: await evaluateDuplicates(place, scenes),
      strip: await evaluateStrip(place, takeEvenly(await listImages(folder), maxStripped)),
      standard: await evaluateStandard(place, takeEvenly(originals, maxStandardized)),
    };
  } finally {
    await cleaner.close();
    await rm(place.folder, { recursive: true, force: true });
  }
}

/** Describes an evaluation in lines for a terminal. */
export function describeImages({ duplicates, strip, standard }: ImageEvaluation): string {
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
  const list = (name: string, items: readonly string[]): string[] =>
    items.slice(0, 20).map((item) => `  ${name}: ${item}`);
  return [
    `near-duplicates: ${duplicates.scenes.toString()} independent scenes, ${duplicates.files.toString()} files`,
    `  recall ${percent(duplicates.recall)} of ${duplicates.copyPairs.toString()} pairs of copies, ${duplicates.candidatePairs.toString()} of them in the index`,
    `  precision ${percent(duplicates.precision)}: ${duplicates.found.toString()} right, ${duplicates.wrong.length.toString()} wrong`,
    ...Object.entries(duplicates.recallByKind).map(
      ([kind, recall]) => `  recall of ${kind}: ${percent(recall)}`,
    ),
    ...list('wrong', duplicates.wrong),
    `metadata-strip: ${strip.files.toString()} files, ${strip.changed.toString()} changed`,
    `  ${strip.personalTags.length.toString()} personal tags left, ${strip.otherPixels.length.toString()} files with other pixels, ${strip.changedTwice.length.toString()} changed by a second pass`,
    ...list('tag', strip.personalTags),
    ...list('other pixels', strip.otherPixels),
    `image-standard: ${standard.files.toString()} files, ${standard.changed.toString()} changed, ${standard.removed.toString()} removed, ${standard.changedTwice.length.toString()} changed by a second pass`,
  ].join('\n');
}

function takeEvenly<T>(items: readonly T[], max: number): readonly T[] {
  if (items.length <= max) return items;
  return items.filter(
    (_, index) => Math.floor((index * max) / items.length) !== Math.floor(((index - 1) * max) / items.length),
  );
}
