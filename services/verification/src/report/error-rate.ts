import { clopperPearsonUpper } from '../checks/calibration/figures.ts';
import { changeWords } from '../domain/fusion/change-words.ts';
import { conditionWords } from '../domain/pipeline/file-condition.ts';
import type { FileCondition } from '../domain/pipeline/file-condition.ts';
import type { CheckResult } from '../checks/check.ts';
import type { Verdict } from '../domain/fusion/conclusion.ts';
import type { Accusation, PublishedEvaluation } from '../domain/pipeline/published-evaluation.ts';
import { checkTitle } from './words/check-titles.ts';

/** A check as a run had it. */
type UsedCheck = Pick<CheckResult, 'check' | 'version'>;

/** How often a verdict was wrong in the published evaluation. */
export interface ErrorRate {
  /** Evaluated scenes, or altered files of them, to which this verdict does not apply. */
  readonly scenes: number;
  /** Those that got it nevertheless. */
  readonly wrong: number;
  /** One-sided 95 % upper bound of the rate, 0..1. */
  readonly upperBound: number;
  /** What was evaluated, such as "innocent scenes from 20 sources not used in calibration". */
  readonly description: string;
  /** The same by what was done to the files, where any was wrong; empty where it is of no concern, or not known. */
  readonly byChange: readonly { readonly change: string; readonly scenes: number; readonly wrong: number }[];
  /** What became of such files when they were sent on, compressed again and without metadata; null where it is of no concern, or not known. */
  readonly sentOn: {
    readonly files: number;
    readonly wrong: number;
    /** What was done to them, as the sentence begins. */
    readonly how: string;
  } | null;
  /** The condition of the file that the rate is of; null where it was not counted, or is of no file. */
  readonly condition: FileCondition | null;
  /** True where too few files of the condition were judged, so that the rate is of all. */
  readonly isPooled: boolean;
  /** The checks, by slug, that the run had otherwise than the evaluation: in another version, or in addition. */
  readonly changedSince: readonly string[];
}

/** What was counted, without what the run had otherwise. */
type Counted = Omit<ErrorRate, 'changedSince' | 'condition' | 'isPooled'>;

/** Scenes below which the rate of a condition says too little. */
const leastScenes = 30;

/** The rate for a run that used these checks, on a file of this condition. */
export function errorRateOf(
  verdict: Verdict,
  evaluation: PublishedEvaluation,
  used: readonly UsedCheck[],
  condition: FileCondition | null = null,
): ErrorRate {
  const changed = used.filter(({ check, version }) => evaluation.checks[check] !== version);
  const changedSince = changed.map(({ check }) => check);
  const counts = evaluation.conditions?.find((one) => one.condition === condition);
  if (counts === undefined)
    return { ...rateOf(verdict, evaluation), condition: null, isPooled: false, changedSince };
  const { condition: known, ...own } = counts;
  const scenes = verdict === 'unverified' || verdict === 'authentic' ? own.alteredScenes : own.innocentScenes;
  const isPooled = scenes < leastScenes || verdict === 'authentic';
  const { laundered: _sent, calledVersions: _versions, ...pooled } = evaluation;
  const rate = rateOf(verdict, isPooled ? evaluation : { ...pooled, ...own });
  return { ...rate, condition: known, isPooled, changedSince };
}

function rateOf(verdict: Verdict, evaluation: PublishedEvaluation): Counted {
  switch (verdict) {
    case 'manipulated':
    case 'synthetic':
    case 'inconclusive':
      return rateOfInnocent(verdict, evaluation);
    case 'authentic': {
      const { calledAuthentic: wrong, alteredScenes: scenes, material } = evaluation;
      const description =
        material.altered ?? `${material.scenes} the calibration left out, each altered in every way tried`;
      return {
        wrong,
        scenes,
        upperBound: upperBound(wrong, scenes),
        description,
        byChange: [],
        sentOn: null,
      };
    }
    case 'unverified':
      return rateOfMissed(evaluation);
  }
}

function rateOfInnocent(
  verdict: Accusation,
  {
    material,
    innocentScenes: scenes,
    innocentVersions,
    sources,
    called,
    calledVersions,
  }: PublishedEvaluation,
): Counted {
  const description = `innocent ${material.scenes} of ${String(sources)} sources the calibration left out, each in up to ${String(innocentVersions)} versions`;
  const wrong = called[verdict];
  const byChange = (calledVersions ?? [])
    .filter((one) => one.verdict === verdict)
    .map((one) => ({ change: one.version, scenes: one.scenes, wrong: one.called }));
  return { wrong, scenes, upperBound: upperBound(wrong, scenes), description, byChange, sentOn: null };
}

/** The files made of one scene are missed and found together, so the bound counts scenes, rounded up. */
function rateOfMissed({ material, altered, alteredScenes, laundered }: PublishedEvaluation): Counted {
  const wrong = sum(altered.map(({ unverified }) => unverified));
  const files = sum(altered.map(({ scenes }) => scenes));
  const missedScenes = files === 0 ? 0 : Math.ceil((wrong / files) * alteredScenes);
  return {
    wrong,
    scenes: files,
    upperBound: upperBound(missedScenes, alteredScenes),
    description:
      material.altered ??
      `altered ${material.files} made of ${String(alteredScenes)} ${material.scenes} the calibration left out`,
    byChange: altered.map(({ change, scenes, unverified }) => ({
      change: changeWords[change],
      scenes,
      wrong: unverified,
    })),
    sentOn:
      laundered === undefined
        ? null
        : {
            files: laundered.files,
            wrong: laundered.unverified,
            how: material.launderedBy ?? sentOnByNetworks,
          },
  };
}

const sentOnByNetworks = 'Sent on afterwards, compressed again and without their metadata';

function upperBound(wrong: number, scenes: number): number {
  return scenes === 0 ? 1 : clopperPearsonUpper(wrong, scenes);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Which files the rate is of, where it was counted by their condition. */
function stateCondition({ condition, isPooled }: ErrorRate): string[] {
  if (condition === null) return [];
  return isPooled
    ? [`This is the rate of all files: of ${conditionWords[condition]}, like this file, too few were judged.`]
    : [`Counted were ${conditionWords[condition]}, like this file.`];
}

export function errorRateSentence(rate: ErrorRate): string {
  const { wrong, scenes, upperBound, description, byChange, sentOn, changedSince } = rate;
  const total =
    wrong === scenes && scenes > 0
      ? `All ${String(scenes)} ${description} got this verdict wrongly.`
      : `Of ${String(scenes)} ${description}, ${String(wrong)} got this verdict wrongly.`;
  const bound = `With 95 % certainty the rate is at most ${(100 * upperBound).toFixed(1)} %.`;
  const each = byChange.map((one) => `${one.change} ${String(one.wrong)} of ${String(one.scenes)}`);
  const sentences = [
    total,
    ...(upperBound < 1 ? [bound] : []),
    ...(each.length === 0 ? [] : [`By what was done: ${each.join('; ')}.`]),
    ...(sentOn === null ? [] : [`${sentOn.how}, ${String(sentOn.wrong)} of ${String(sentOn.files)} got it.`]),
    ...stateCondition(rate),
    ...(changedSince.length === 0
      ? []
      : [
          `These checks were changed or added since that was measured: ${changedSince.map(checkTitle).join(', ')}.`,
        ]),
  ];
  return sentences.join(' ');
}
