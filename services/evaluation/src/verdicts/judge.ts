import { conclude } from '@assay/verification/domain/fusion/conclude';
import type { PossibleChanges } from '@assay/verification/domain/fusion/search/change-search';
import type { Verdict } from '@assay/verification/domain/fusion/conclusion';
import type { ExaminedCheck, ExaminedFile } from './examine.ts';

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

/** Concludes from what the checks said of a file that can have gone through these changes. */
export function judge({ results, ...known }: ExaminedFile, possible: PossibleChanges): Judgement {
  const { verdict, confidence, posterior, strongest } = conclude(results, possible);
  const { manipulated, prior } = posterior;
  const llr = Math.log10((manipulated / (1 - manipulated)) * ((1 - prior) / prior));
  const statement = [...strongest.against, ...strongest.for][0]?.statement ?? '';
  return { ...known, verdict, confidence, manipulated, llr, isPlaceRight: isPlaceRight(results), statement };
}

const rightFrom = 0.5;

/** True when at least half of what the checks marked was changed; null when they marked nothing. */
function isPlaceRight(results: readonly ExaminedCheck[]): boolean | null {
  const marked = results.flatMap(({ marks }) => marks ?? []);
  const amount = marked.reduce((sum, marks) => sum + marks.amount, 0);
  const right = marked.reduce((sum, marks) => sum + marks.right, 0);
  return amount === 0 ? null : right / amount >= rightFrom;
}
