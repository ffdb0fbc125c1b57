import { clopperPearsonLower, clopperPearsonUpper, logRatioCost } from '@assay/checks/likelihood/figures';
import type { Verdict } from '@assay/verification/domain/fusion/conclusion';
import type { Judgement } from './judge.ts';

/** How many scenes of a group something is true of, with one-sided 95 % bounds. */
export interface Share {
  readonly scenes: number;
  readonly of: number;
  readonly lower: number;
  readonly upper: number;
}

/** One row of the table. */
export interface GroupTally {
  readonly group: string;
  readonly files: number;
  /** Scenes of the group with at least one file of the verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly scenes: number;
}

export const verdictOrder: readonly Verdict[] = [
  'authentic',
  'manipulated',
  'synthetic',
  'inconclusive',
  'unverified',
];

export function tallyGroups(judgements: readonly Judgement[]): readonly GroupTally[] {
  return [...Map.groupBy(judgements, ({ group }) => group)].map(([group, members]) => ({
    group,
    files: members.length,
    scenes: scenesOf(members).size,
    verdicts: Object.fromEntries(
      verdictOrder.map((verdict) => [verdict, scenesOf(members.filter((m) => m.verdict === verdict)).size]),
    ) as Record<Verdict, number>,
  }));
}

/** Share of the scenes with at least one file for which it holds; files of one scene count as one. */
export function shareOfScenes(
  judgements: readonly Judgement[],
  holds: (judgement: Judgement) => boolean,
): Share {
  const of = scenesOf(judgements).size;
  const scenes = scenesOf(judgements.filter(holds)).size;
  if (of === 0) return { scenes, of, lower: 0, upper: 1 };
  return { scenes, of, lower: clopperPearsonLower(scenes, of), upper: clopperPearsonUpper(scenes, of) };
}

/** Cost of the log likelihood ratios (Brümmer and du Preez 2006), each scene with its mean; 1 is what says nothing. */
export function costOfRatios(forged: readonly Judgement[], innocent: readonly Judgement[]): number {
  return logRatioCost(meanByScene(forged), meanByScene(innocent));
}

const bins = 10;

/** Expected calibration error of the posterior of manipulation at the stated prior, files weighted to it; 0 is perfect. */
export function calibrationError(
  forged: readonly Judgement[],
  innocent: readonly Judgement[],
  prior: number,
): number {
  const weighted = [
    ...forged.map(({ manipulated }) => ({ manipulated, truth: 1, weight: prior / forged.length })),
    ...innocent.map(({ manipulated }) => ({ manipulated, truth: 0, weight: (1 - prior) / innocent.length })),
  ];
  const byBin = Map.groupBy(weighted, ({ manipulated }) =>
    Math.min(bins - 1, Math.floor(manipulated * bins)),
  );
  return [...byBin.values()].reduce((error, members) => error + gapOf(members), 0);
}

interface Weighted {
  readonly manipulated: number;
  readonly truth: number;
  readonly weight: number;
}

function gapOf(members: readonly Weighted[]): number {
  const sum = (value: (member: Weighted) => number): number =>
    members.reduce((total, member) => total + member.weight * value(member), 0);
  return Math.abs(sum(({ manipulated }) => manipulated) - sum(({ truth }) => truth));
}

function meanByScene(judgements: readonly Judgement[]): number[] {
  return [...Map.groupBy(judgements, ({ scene }) => scene).values()].map(
    (members) => members.reduce((sum, { llr }) => sum + llr, 0) / members.length,
  );
}

function scenesOf(judgements: readonly Judgement[]): ReadonlySet<string> {
  return new Set(judgements.map(({ scene }) => scene));
}
