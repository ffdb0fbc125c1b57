import type { Exceedance } from '@assay/checks/likelihood/score-calibration';

/** What the files of one scene come to, in any measure that grows with suspicion. */
export interface SceneScores {
  readonly scene: string;
  /** Largest over the pristine files; null where the check worked on none of them. */
  readonly innocent: number | null;
  /** Of each forgery the check worked on. */
  readonly forged: readonly number[];
}

/** At the score of each of the highest pristine scenes, falling: how many pristine and forged scenes exceed it. */
export function exceedances(scenes: readonly SceneScores[], maxFalseAlarms: number): Exceedance[] {
  const innocents = innocentScores(scenes).toSorted((p, q) => q - p);
  return innocents.slice(0, maxFalseAlarms + 1).map((above) => ({
    above,
    falseAlarms: innocents.filter((score) => score > above).length,
    found: Math.floor(foundScenes(scenes, (score) => score > above)),
  }));
}

export function innocentScores(scenes: readonly SceneScores[]): number[] {
  return scenes.flatMap(({ innocent }) => (innocent === null ? [] : [innocent]));
}

export function forgedScenes(scenes: readonly SceneScores[]): number {
  return scenes.filter(({ forged }) => forged.length > 0).length;
}

/** A scene of which some forgeries are found counts for their share. */
export function foundScenes(
  scenes: readonly Pick<SceneScores, 'forged'>[],
  isFound: (score: number) => boolean,
): number {
  return scenes.reduce(
    (sum, { forged }) => sum + forged.filter(isFound).length / Math.max(1, forged.length),
    0,
  );
}
