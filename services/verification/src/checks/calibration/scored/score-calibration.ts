import type { ChangeKind } from '../../change-kinds.ts';
import type { Calibration } from '../../check.ts';
import { ratioBounds } from '../../../domain/fusion/calibration-bound.ts';
import { mixedLlr } from '../../change-shares.ts';
import { flaggedLlr } from '../flagged-ratio.ts';
import type { Exceedance, SceneScores } from '../scene-scores.ts';
import { exceedances, forgedScenes, innocentScores } from '../scene-scores.ts';

/** What `npm run calibrate` found of a check that judges a file by one number. */
export interface ScoreCalibration {
  /** Changes with every number of the table. */
  readonly version: string;
  readonly innocentScenes: number;
  readonly alteredScenes: number;
  /** Rising; what a score above each says rests on how many scenes exceed it. */
  readonly steps: readonly Exceedance[];
}

/** How many false alarms the loosest step allows. */
const maxFalseAlarms = 25;
/** Who points at more than one innocent scene in a hundred is not listened to. */
export const mayPointAt = 0.01;

export function calibrationOf(scenes: readonly SceneScores[]): Omit<ScoreCalibration, 'version'> {
  const falling = exceedances(scenes, maxFalseAlarms);
  return {
    innocentScenes: innocentScores(scenes).length,
    alteredScenes: forgedScenes(scenes),
    steps: [...new Map(falling.map((step) => [step.above, step])).values()].reverse(),
  };
}

type Table = Omit<ScoreCalibration, 'version'>;
type Changes = readonly ChangeKind[];

/**
 * Log10 likelihood ratio of "altered in some way" against "innocent", for a check that looks for these changes. It never
 * falls as the score rises, and is never larger than the lower 95 % bound of the share of forgeries that score as high over
 * the upper one of innocent scenes (Clopper and Pearson 1934). Between what most innocent scenes score and where the check
 * points it is 0: a report states nothing there, and what nobody reads must not weigh.
 */
export function scoreLlr(score: number, calibration: Table, changes: Changes): number {
  const [lowest] = calibration.steps;
  if (lowest === undefined || score <= lowest.above) {
    const { least } = ratioBounds(countsAt(lowest, calibration));
    return mixedLlr(least * Math.LN10, changes);
  }
  const from = pointsAbove(calibration, changes);
  const reached = calibration.steps.filter(({ above }) => above >= from && score > above);
  return Math.max(0, ...reached.map((step) => mostAt(step, calibration, changes)));
}

/** The scenes a ratio rests on, counted where the check begins to point, or where its ratio is largest if it never does. */
export function measuredScenes(calibration: Table, changes: Changes): Calibration {
  const most = (step: Exceedance): number => mostAt(step, calibration, changes);
  const largest = calibration.steps.toSorted((p, q) => most(q) - most(p))[0];
  return countsAt(pointingStep(calibration, changes) ?? largest, calibration);
}

/** The score above which the check points at a place; infinite where it never does. */
export function pointsAbove(calibration: Table, changes: Changes): number {
  return pointingStep(calibration, changes)?.above ?? Infinity;
}

/** The lowest step that at most one innocent scene in a hundred exceeds and whose ratio is one that fusion points from. */
function pointingStep(calibration: Table, changes: Changes): Exceedance | undefined {
  return calibration.steps.find(
    (step) =>
      step.falseAlarms <= mayPointAt * calibration.innocentScenes &&
      mostAt(step, calibration, changes) >= flaggedLlr,
  );
}

function mostAt(step: Exceedance, calibration: Table, changes: Changes): number {
  return mixedLlr(ratioBounds(countsAt(step, calibration)).most * Math.LN10, changes);
}

function countsAt(step: Exceedance | undefined, { innocentScenes, alteredScenes }: Table): Calibration {
  return { innocentScenes, alteredScenes, falseAlarms: step?.falseAlarms ?? 0, found: step?.found ?? 0 };
}
