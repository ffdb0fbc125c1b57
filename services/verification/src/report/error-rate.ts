import { clopperPearsonUpper } from '../checks/calibration/figures.ts';
import { changeWords } from '../domain/fusion/change-words.ts';
import type { Verdict } from '../domain/fusion/conclusion.ts';
import type { PublishedEvaluation } from '../domain/pipeline/published-evaluation.ts';

/** How often a verdict was wrong in the published evaluation. */
export interface ErrorRate {
  /** Evaluated scenes, or altered pictures of them, to which this verdict does not apply. */
  readonly scenes: number;
  /** Those that got it nevertheless. */
  readonly wrong: number;
  /** One-sided 95 % upper bound of the rate, 0..1. */
  readonly upperBound: number;
  /** What was evaluated, such as "innocent scenes from 20 sources not used in calibration". */
  readonly description: string;
  /** The same for each kind of change; empty where it is of no concern. */
  readonly byChange: readonly { readonly change: string; readonly scenes: number; readonly wrong: number }[];
}

export function errorRateOf(verdict: Verdict, evaluation: PublishedEvaluation): ErrorRate {
  switch (verdict) {
    case 'manipulated':
    case 'synthetic':
    case 'inconclusive':
      return rateOfInnocent(verdict, evaluation);
    case 'authentic': {
      const { calledAuthentic: wrong, alteredScenes: scenes } = evaluation;
      const description = 'scenes the calibration left out, each altered in every way tried';
      return { wrong, scenes, upperBound: upperBound(wrong, scenes), description, byChange: [] };
    }
    case 'unverified':
      return rateOfMissed(evaluation);
  }
}

function rateOfInnocent(
  verdict: keyof PublishedEvaluation['called'],
  { innocentScenes: scenes, innocentVersions, sources, called }: PublishedEvaluation,
): ErrorRate {
  const description = `innocent scenes of ${String(sources)} sources the calibration left out, each in ${String(innocentVersions)} versions`;
  const wrong = called[verdict];
  return { wrong, scenes, upperBound: upperBound(wrong, scenes), description, byChange: [] };
}

/** The pictures made of one scene are missed and found together, so the bound counts scenes, rounded up. */
function rateOfMissed({ altered, alteredScenes }: PublishedEvaluation): ErrorRate {
  const wrong = sum(altered.map(({ unverified }) => unverified));
  const pictures = sum(altered.map(({ scenes }) => scenes));
  const missedScenes = pictures === 0 ? 0 : Math.ceil((wrong / pictures) * alteredScenes);
  return {
    wrong,
    scenes: pictures,
    upperBound: upperBound(missedScenes, alteredScenes),
    description: `altered pictures of ${String(alteredScenes)} scenes the calibration left out`,
    byChange: altered.map(({ change, scenes, unverified }) => ({
      change: changeWords[change],
      scenes,
      wrong: unverified,
    })),
  };
}

function upperBound(wrong: number, scenes: number): number {
  return scenes === 0 ? 1 : clopperPearsonUpper(wrong, scenes);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function errorRateSentence({ wrong, scenes, upperBound, description, byChange }: ErrorRate): string {
  const bound = (100 * upperBound).toFixed(1);
  const total = `Of ${String(scenes)} ${description}, ${String(wrong)} got this verdict wrongly. With 95 % certainty the rate is at most ${bound} %.`;
  if (byChange.length === 0) return total;
  const each = byChange.map((one) => `${one.change} ${String(one.wrong)} of ${String(one.scenes)}`);
  return `${total} By what was done: ${each.join('; ')}.`;
}
