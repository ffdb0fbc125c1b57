import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { Verdict } from '@assay/verification/domain/fusion/conclusion';
import { changeWords } from '@assay/verification/domain/fusion/search/change-words';
import type { FileCondition } from '@assay/verification/domain/pipeline/file-condition';
import { conditionWords } from '@assay/verification/domain/pipeline/file-condition';
import { accusations } from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import type {
  AlteredScenes,
  EvaluationCounts,
  PublishedEvaluation,
  VerdictBasis,
} from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import { basisWords } from '@assay/verification/domain/pipeline/verdict-basis';
import { errorRateOf } from '@assay/verification/report/rates/error-rate';
import type { ErrorRate } from '@assay/verification/report/rates/error-rate';

/** Scenes that got a verdict wrongly. */
export interface WrongShare {
  readonly wrong: number;
  readonly of: number;
}

/** One rate that a report can print, and the same measured on files that were judged. */
export interface ComparedRate {
  /** The files that the rate is of, as part of a sentence. */
  readonly files: string;
  /** The verdict that is wrong, and the change where it is of one. */
  readonly verdict: Verdict;
  readonly change: ChangeKind | null;
  /** Null where a report prints no rate. */
  readonly printed: WrongShare | null;
  /** Measured on pristine files, or on files that the evaluation itself altered. */
  readonly own: WrongShare;
  /** Measured on files that other people altered; null where there are none. */
  readonly others: WrongShare | null;
}

interface Population {
  readonly condition: FileCondition | null;
  readonly basis: VerdictBasis | null;
}

/** Lists every rate that a report prints from `printed`, or withholds, beside that of the judged files. */
export function compareRates(printed: PublishedEvaluation, measured: PublishedEvaluation): ComparedRate[] {
  return listPopulations(printed, measured).flatMap((population) => {
    const counts = selectMeasured(measured, population);
    const rate = (verdict: Verdict): ErrorRate => errorRateOf(verdict, printed, [], population);
    const files = describePopulation(population, measured);
    const pristine = accusations.map((verdict) => ({
      files,
      verdict,
      change: null,
      printed: readPrinted(rate(verdict)),
      own: { wrong: counts.called[verdict], of: counts.innocentScenes },
      others: null,
    }));
    const missed = population.basis === null ? compareMissed(files, rate('unverified'), counts) : [];
    return [...pristine, ...missed];
  });
}

/** All files where none has a condition; otherwise every condition. Files of a basis come last. */
function listPopulations(...evaluations: readonly PublishedEvaluation[]): Population[] {
  const conditions = new Set(evaluations.flatMap((one) => one.conditions ?? []).map((one) => one.condition));
  const bases = new Set(evaluations.flatMap((one) => one.bases ?? []).map((one) => one.basis));
  const ofConditions = [...conditions].map((condition) => ({ condition, basis: null }));
  const all = { condition: null, basis: null };
  return [
    ...(ofConditions.length === 0 ? [all] : ofConditions),
    ...[...bases].map((basis) => ({ condition: null, basis })),
  ];
}

const noCounts: EvaluationCounts = {
  innocentScenes: 0,
  called: { manipulated: 0, synthetic: 0, inconclusive: 0 },
  alteredScenes: 0,
  altered: [],
};

function selectMeasured(measured: PublishedEvaluation, { condition, basis }: Population): EvaluationCounts {
  if (basis !== null) return measured.bases?.find((one) => one.basis === basis) ?? noCounts;
  if (condition === null) return measured;
  return measured.conditions?.find((one) => one.condition === condition) ?? noCounts;
}

function describePopulation(
  { condition, basis }: Population,
  { material }: Pick<PublishedEvaluation, 'material'>,
): string {
  if (basis !== null) return basisWords[basis];
  return condition === null ? `all ${material.files}` : conditionWords[condition];
}

function readPrinted({ withheld, wrong, scenes }: ErrorRate): WrongShare | null {
  return withheld === null ? { wrong, of: scenes } : null;
}

function compareMissed(
  files: string,
  rate: ErrorRate,
  { altered, byOthers }: EvaluationCounts,
): ComparedRate[] {
  const kinds = Object.keys(changeWords) as ChangeKind[];
  return kinds.flatMap((change) => {
    const all = altered.find((one) => one.change === change);
    const printed = rate.byChange.find((one) => one.change === changeWords[change]);
    if (all === undefined && printed === undefined) return [];
    const others = byOthers?.altered.find((one) => one.change === change);
    return {
      files,
      verdict: 'unverified',
      change,
      printed: printed === undefined ? null : { wrong: printed.wrong, of: printed.scenes },
      own: subtract(countMissed(all), countMissed(others)),
      others: others === undefined ? null : countMissed(others),
    };
  });
}

function countMissed(counted: AlteredScenes | undefined): WrongShare {
  return { wrong: counted?.unverified ?? 0, of: counted?.scenes ?? 0 };
}

function subtract(all: WrongShare, part: WrongShare): WrongShare {
  return { wrong: all.wrong - part.wrong, of: all.of - part.of };
}
