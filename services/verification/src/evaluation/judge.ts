import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { tmpdir } from 'node:os';
import type { Check, CheckResult } from '../checks/check.ts';
import { createSubject, runChecks } from '../checks/run-checks.ts';
import { conclude } from '../domain/fusion/conclude.ts';
import type { Verdict } from '../domain/fusion/conclusion.ts';
import type { EvaluationCase, Mask } from './corpus.ts';

/** What the pipeline said of one file. */
export interface Judgement extends Omit<EvaluationCase, 'bytes' | 'mask'> {
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

/** Runs the checks on the file as a run does, and concludes. */
export function judge(
  { bytes, mask, ...known }: EvaluationCase,
  checks: readonly Check[],
): Promise<Judgement> {
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
    const { verdict, confidence, posterior, strongest } = conclude(results);
    const { manipulated, prior } = posterior;
    const llr = Math.log10((manipulated / (1 - manipulated)) * ((1 - prior) / prior));
    const isPlaceRight = mask === null ? null : await marksPlace(results, mask);
    const statement = [...strongest.against, ...strongest.for][0]?.statement ?? '';
    return { ...known, verdict, confidence, manipulated, llr, isPlaceRight, statement };
  });
}

const rightFrom = 0.5;

/** True when at least half of what the checks marked was changed; null when they marked nothing. */
async function marksPlace(results: readonly CheckResult[], mask: Mask): Promise<boolean | null> {
  const regions = results.flatMap(({ artifacts }) => artifacts).filter(({ type }) => type === 'region');
  let [marked, right] = [0, 0];
  for (const { bytes } of regions) {
    const { data } = await sharp(bytes)
      .resize(mask.width, mask.height, { fit: 'fill', kernel: 'nearest' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    mask.data.forEach((changed, i) => {
      if ((data[i] ?? 0) < 128) return;
      marked += 1;
      right += changed;
    });
  }
  return marked === 0 ? null : right / marked >= rightFrom;
}
