import { clopperPearsonLower, clopperPearsonUpper } from '@assay/checks/likelihood/figures';
import type { CheckResult } from '@assay/checks/check/check';
import type { Verdict } from '../../domain/fusion/conclusion.ts';
import { changeWords } from '../../domain/fusion/search/change-words.ts';
import type { FileCondition } from '../../domain/pipeline/file-condition.ts';
import { conditionWords } from '../../domain/pipeline/file-condition.ts';
import type {
  AlteredScenes,
  EvaluationCounts,
  PublishedEvaluation,
  VerdictBasis,
} from '../../domain/pipeline/definitions/evaluations/published-evaluation.ts';
import { basisWords } from '../../domain/pipeline/verdict-basis.ts';

import { describeAltered, describePristine } from './rate-material.ts';

/** A check as a run had it. */
type UsedCheck = Pick<CheckResult, 'check' | 'version'>;

/** How often a verdict was wrong in the published evaluation, for files like the one at hand. */
export interface ErrorRate {
  /** Evaluated scenes, or altered files of them, to which this verdict does not apply; 0 where the rate is withheld. */
  readonly scenes: number;
  /** Those that got it nevertheless. */
  readonly wrong: number;
  /** One-sided 95 % upper bound of the rate, 0..1; 1 where the rate is withheld. */
  readonly upperBound: number;
  /** What was evaluated, such as "innocent scenes from 20 sources not used in calibration". */
  readonly description: string;
  /** The same by what was done to the files, where any was wrong; empty where it is of no concern, or not known. */
  readonly byChange: readonly CountedChange[];
  /** What became of such files when they were sent on, compressed again and without metadata; null where it is of no concern, or not known. */
  readonly sentOn: {
    readonly files: number;
    readonly wrong: number;
    /** What was done to them, as the sentence begins. */
    readonly how: string;
  } | null;
  /** The condition of the file that the rate is of; null where it was not counted, or is of no file. */
  readonly condition: FileCondition | null;
  /** Why no rate is stated, as a sentence; null where one is. */
  readonly withheld: string | null;
  /** Changes that are left out of the rate, since those that other people made are missed more often. */
  readonly missedByOthers: readonly CountedChange[];
  /** Changes that are left out of the rate, since fewer than 30 cases were judged. */
  readonly rarelyJudged: readonly CountedChange[];
  /** How many people and programs altered the files; null where the rate is of pristine files. */
  readonly makers: number | null;
  /** The checks, by slug, that the run had otherwise than the evaluation: in another version, or in addition. */
  readonly changedSince: readonly string[];
}

interface CountedChange {
  readonly change: string;
  readonly scenes: number;
  readonly wrong: number;
}

/** What was counted, without what the run had otherwise. */
type Counted = Omit<ErrorRate, 'changedSince' | 'condition'>;

/** The file at hand, as far as a rate depends on it. */
export interface RatedFile {
  readonly condition?: FileCondition | null;
  /** The evidence of few files on which the verdict rests. */
  readonly basis?: VerdictBasis | null;
}

/** Cases below which a rate says too little. */
const minCases = 30;

/** Returns the rate for a run that used these checks, on a file of this condition. */
export function errorRateOf(
  verdict: Verdict,
  evaluation: PublishedEvaluation,
  used: readonly UsedCheck[],
  { condition = null, basis = null }: RatedFile = {},
): ErrorRate {
  const changed = used.filter(({ check, version }) => evaluation.checks[check] !== version);
  const known = condition !== null && evaluation.conditions !== undefined ? condition : null;
  const named = known === null ? null : conditionWords[known];
  const like = basis === null ? named : basisWords[basis];
  const counts = selectCounts(evaluation, known, basis);
  return {
    ...countRate(verdict, evaluation, { counts, like }),
    condition: known,
    changedSince: changed.map(({ check }) => check),
  };
}

/** Part of the files, and their name; both null where the rate is of all files. */
interface Population {
  readonly counts: EvaluationCounts | null;
  readonly like: string | null;
}

function selectCounts(
  { conditions, bases }: PublishedEvaluation,
  condition: FileCondition | null,
  basis: VerdictBasis | null,
): EvaluationCounts | null {
  if (basis !== null) return bases?.find((one) => one.basis === basis) ?? null;
  return conditions?.find((one) => one.condition === condition) ?? null;
}

function countRate(verdict: Verdict, evaluation: PublishedEvaluation, { counts, like }: Population): Counted {
  const all: EvaluationCounts = like === null ? evaluation : (counts ?? nothingCounted);
  switch (verdict) {
    case 'manipulated':
    case 'synthetic':
    case 'inconclusive': {
      const scenes = all.innocentScenes;
      if (scenes < minCases) return withhold(`pristine ${evaluation.material.files}`, scenes, like);
      const wrong = all.called[verdict];
      const description = describePristine(evaluation);
      const versions = like === null ? (evaluation.calledVersions ?? []) : [];
      const byChange = versions
        .filter((one) => one.verdict === verdict)
        .map((one) => ({ change: one.version, scenes: one.scenes, wrong: one.called }));
      return { ...stated, wrong, scenes, upperBound: boundRate(wrong, scenes), description, byChange };
    }
    case 'authentic': {
      const { alteredScenes: scenes } = all;
      if (scenes < minCases) return withhold(`altered ${evaluation.material.files}`, scenes, like);
      const wrong = all.calledAuthentic ?? evaluation.calledAuthentic;
      const description = describeAltered(evaluation, null);
      const makers = countMakers(evaluation, all);
      return { ...stated, wrong, scenes, upperBound: boundRate(wrong, scenes), description, makers };
    }
    case 'unverified':
      return countMissed(evaluation, all, like);
  }
}

const nothingCounted: EvaluationCounts = {
  innocentScenes: 0,
  called: { manipulated: 0, synthetic: 0, inconclusive: 0 },
  alteredScenes: 0,
  altered: [],
};
const stated = {
  withheld: null,
  byChange: [],
  missedByOthers: [],
  rarelyJudged: [],
  makers: null,
  sentOn: null,
} as const;

function withhold(files: string, cases: number, like: string | null): Counted {
  const ending = `a rate takes at least ${String(minCases)}, so that none is stated.`;
  const judged = cases === 0 ? 'None' : `Only ${String(cases)}`;
  const verb = cases === 1 ? 'was' : 'were';
  const withheld =
    like === null
      ? `${judged} of the ${files} ${verb} judged; ${ending}`
      : `${judged} of the ${files} that were judged ${verb} among ${like}, like this file; ${ending}`;
  return { ...stated, scenes: 0, wrong: 0, upperBound: 1, description: files, withheld };
}

/** Counts the evaluation itself as one maker; null where the files are not made of its scenes. */
function countMakers(
  { material }: Pick<PublishedEvaluation, 'material'>,
  { byOthers }: EvaluationCounts,
): number | null {
  return material.altered === undefined ? 1 + (byOthers?.makers ?? 0) : null;
}

/** The files made of one scene are missed and found together, so the bound counts scenes, rounded up. */
function countMissed(
  { material, laundered }: PublishedEvaluation,
  counts: EvaluationCounts,
  like: string | null,
): Counted {
  const worse = counts.altered.filter((one) => isMissedMoreByOthers(one, counts));
  const few = counts.altered.filter((one) => one.scenes < minCases && !worse.includes(one));
  const rated = counts.altered.filter((one) => ![...worse, ...few].includes(one));
  const wrong = sum(rated.map(({ unverified }) => unverified));
  const files = sum(rated.map(({ scenes }) => scenes));
  const missedByOthers = worse.map(({ change }) => toCounted(findOthers(change, counts), change));
  const rarelyJudged = few.map((one) => toCounted(one, one.change));
  if (files < minCases)
    return {
      ...withhold(`altered ${material.files}`, sum(few.map(({ scenes }) => scenes)), like),
      missedByOthers,
    };
  const missedScenes = Math.ceil((wrong / files) * counts.alteredScenes);
  const how = material.launderedBy ?? sentOnByNetworks;
  return {
    ...stated,
    wrong,
    scenes: files,
    upperBound: boundRate(missedScenes, counts.alteredScenes),
    description: describeAltered({ material }, counts.alteredScenes),
    byChange: rated.map((one) => toCounted(one, one.change)),
    missedByOthers,
    rarelyJudged,
    makers: countMakers({ material }, counts),
    sentOn:
      laundered === undefined || like !== null
        ? null
        : { files: laundered.files, wrong: laundered.unverified, how },
  };
}

const sentOnByNetworks = 'Sent on afterwards, compressed again and without their metadata';
/** Others' files that are missed so many times as often as the rate says are missed more often, however few they are. */
const muchMore = 2;

function isMissedMoreByOthers(
  { change, scenes, unverified }: AlteredScenes,
  counts: EvaluationCounts,
): boolean {
  const others = findOthers(change, counts);
  if (others.scenes === 0 || scenes === 0) return false;
  const stated = unverified / scenes;
  const missed = others.unverified / others.scenes;
  const isSure = clopperPearsonLower(others.unverified, others.scenes) > stated;
  return isSure || (missed >= muchMore * stated && others.unverified > 1);
}

function findOthers(change: AlteredScenes['change'], { byOthers }: EvaluationCounts): AlteredScenes {
  const none = { change, scenes: 0, unverified: 0, found: 0 };
  return byOthers?.altered.find((one) => one.change === change) ?? none;
}

function toCounted(
  { scenes, unverified }: Pick<AlteredScenes, 'scenes' | 'unverified'>,
  change: AlteredScenes['change'],
): CountedChange {
  return { change: changeWords[change], scenes, wrong: unverified };
}

function boundRate(wrong: number, scenes: number): number {
  return scenes === 0 ? 1 : clopperPearsonUpper(wrong, scenes);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
