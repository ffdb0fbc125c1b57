import type { CheckResult } from '@assay/checks/check/check';
import type { Conclusion } from '../fusion/conclusion.ts';

/** How a stage that was done again compares with what was recorded. */
export interface StageComparison {
  readonly slug: string;
  /** Whether the same could be checked, the same was concluded, and all scores agree within 1e-6. */
  readonly same: boolean;
  /** The largest difference of a score: a log10 likelihood ratio, a probability, a criterion of the scorecard. */
  readonly maxDifference: number;
  /** The checks with their versions, such as `c2pa 1, exif-consistency 2`; of the stage that concludes, the pipeline's. */
  readonly versionBefore: string;
  readonly versionAfter: string;
}

type Compared = Pick<StageComparison, 'same' | 'maxDifference'>;
type Result = Omit<CheckResult, 'artifacts'>;

const tolerance = 1e-6;

export function compareResults(before: readonly Result[], after: readonly Result[]): Compared {
  const found = new Map(after.map((result) => [result.check, result]));
  const differences = before.map((result) => {
    const other = found.get(result.check);
    return other === undefined ? 0 : largestDifference(ratiosOf(result), ratiosOf(other));
  });
  const maxDifference = Math.max(0, ...differences);
  const areAll = before.length === after.length && before.every((result) => isAlike(result, found));
  return { same: areAll && maxDifference <= tolerance, maxDifference };
}

function isAlike({ check, applicability }: Result, others: ReadonlyMap<string, Result>): boolean {
  return others.get(check)?.applicability.applicable === applicability.applicable;
}

function ratiosOf({ llrManipulated, llrSynthetic, llrAuthentic }: Result): Scores {
  return { llrManipulated, llrSynthetic, llrAuthentic };
}

export function compareConclusions(before: Conclusion, after: Conclusion): Compared {
  const scores = scoresOf(before);
  const others = scoresOf(after);
  const maxDifference = largestDifference(scores, others);
  const names = Object.keys(scores);
  const areAll = names.length === Object.keys(others).length && names.every((name) => name in others);
  const same = areAll && before.verdict === after.verdict && maxDifference <= tolerance;
  return { same, maxDifference };
}

type Scores = Readonly<Record<string, number>>;

function scoresOf({ confidence, posterior, scorecard }: Conclusion): Scores {
  const { manipulated, synthetic, authentic } = posterior;
  return { confidence, manipulated, synthetic, authentic, ...scorecard };
}

/** Of the scores that both have. */
function largestDifference(scores: Scores, others: Scores): number {
  const differences = Object.entries(scores).map(([name, score]) => {
    const other = others[name] ?? score;
    return Object.is(score, other) ? 0 : Math.abs(score - other);
  });
  return Math.max(0, ...differences.map((difference) => (Number.isNaN(difference) ? Infinity : difference)));
}

export function versionsOf(results: readonly Pick<Result, 'check' | 'version'>[]): string {
  return results.map(({ check, version }) => `${check} ${version}`).join(', ');
}
