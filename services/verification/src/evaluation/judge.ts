import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { tmpdir } from 'node:os';
import type { AnyCheck, CheckResult } from '../checks/check.ts';
import { createSubject, runChecks } from '../checks/run-checks.ts';
import { conclude } from '../domain/fusion/conclude.ts';
import type { Verdict } from '../domain/fusion/conclusion.ts';
import type { EvaluationCase, Mask } from './corpus.ts';

/** What a check said of one file: what a conclusion needs of it, and how much of what it marked was changed. */
interface ExaminedCheck extends CheckResult {
  /** Pixels it marked, and those of them that were changed; null where it marked none or nobody knows what was changed. */
  readonly marked: { readonly pixels: number; readonly right: number } | null;
}

/** One file as the checks saw it. */
export interface ExaminedFile extends Omit<EvaluationCase, 'bytes' | 'mask'> {
  readonly results: readonly ExaminedCheck[];
}

/** What the pipeline said of one file. */
export interface Judgement extends Omit<ExaminedFile, 'results'> {
  readonly verdict: Verdict;
  readonly confidence: number;
  /** Posterior of manipulation, whatever the verdict. */
  readonly manipulated: number;
  /** log10 likelihood ratio of manipulation: the posterior without the prior. */
  readonly llr: number;
  /** Whether the marked place is where the file was changed; null where nothing was marked or nobody knows. */
  readonly isPlaceRight: boolean | null;
  readonly statement: string;
}

const temporaryFolders = createTemporaryFolders(path.join(tmpdir(), 'assay-evaluation'));

/** Runs the checks on the file as a run does. */
export function examine(
  { bytes, mask, ...known }: EvaluationCase,
  checks: readonly AnyCheck[],
): Promise<ExaminedFile> {
  return temporaryFolders.with(async (folder) => {
    const file = path.join(folder, 'subject');
    await writeFile(file, bytes);
    const subject = createSubject({
      bytes,
      path: file,
      mimeType: known.mimeType,
      enrichment: {},
      claims: {},
    });
    const results = await runChecks(checks, subject);
    return { ...known, results: await Promise.all(results.map((result) => withoutDetails(result, mask))) };
  });
}

async function withoutDetails(result: CheckResult, mask: Mask | null): Promise<ExaminedCheck> {
  const marked = mask === null ? null : await markedPixels(result, mask);
  return { ...result, facts: {}, parameters: {}, limits: [], artifacts: [], marked };
}

/** Concludes from what the checks said. */
export function judge({ results, ...known }: ExaminedFile): Judgement {
  const { verdict, confidence, posterior, strongest } = conclude(results);
  const { manipulated, prior } = posterior;
  const llr = Math.log10((manipulated / (1 - manipulated)) * ((1 - prior) / prior));
  const statement = [...strongest.against, ...strongest.for][0]?.statement ?? '';
  return { ...known, verdict, confidence, manipulated, llr, isPlaceRight: isPlaceRight(results), statement };
}

const rightFrom = 0.5;

/** True when at least half of what the checks marked was changed; null when they marked nothing. */
function isPlaceRight(results: readonly ExaminedCheck[]): boolean | null {
  const marks = results.flatMap(({ marked }) => marked ?? []);
  const pixels = marks.reduce((sum, mark) => sum + mark.pixels, 0);
  const right = marks.reduce((sum, mark) => sum + mark.right, 0);
  return pixels === 0 ? null : right / pixels >= rightFrom;
}

async function markedPixels({ artifacts }: CheckResult, mask: Mask): Promise<ExaminedCheck['marked']> {
  let [pixels, right] = [0, 0];
  for (const { bytes } of artifacts.filter(({ type }) => type === 'region')) {
    const { data } = await sharp(bytes)
      .resize(mask.width, mask.height, { fit: 'fill', kernel: 'nearest' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    mask.data.forEach((changed, i) => {
      if ((data[i] ?? 0) < 128) return;
      pixels += 1;
      right += changed;
    });
  }
  return pixels === 0 ? null : { pixels, right };
}
