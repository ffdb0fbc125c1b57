import type { ChangeKind } from '../search/change-kinds.ts';
import type { Calibration } from '../check/check.ts';
import { ratioBounds } from './calibration-bound.ts';
import { mixedLlr } from '../search/change-shares.ts';
import { flaggedLlr } from './flagged-ratio.ts';

/** What `npm run calibrate` found of a check that judges a file by one number. */
export interface ScoreCalibration {
  /** Changes with every number of the table. */
  readonly version: string;
  readonly innocentScenes: number;
  readonly alteredScenes: number;
  /** Those of the pristine scenes that were measured after the table, and whose scores are no steps; missing where there are none. */
  readonly confirmedScenes?: number;
  /** Scenes that other people altered; missing where none were measured. */
  readonly othersScenes?: number;
  /** Rising; what a score above each says rests on how many scenes exceed it. */
  readonly steps: readonly ScoreStep[];
}

/** How many scenes score above a number. */
export interface Exceedance {
  readonly above: number;
  /** Pristine scenes of which any file scores above it. */
  readonly falseAlarms: number;
  /** Forged scenes that score above it, rounded down. */
  readonly found: number;
}

interface ScoreStep extends Exceedance {
  /** Scenes altered by other people that score above it, rounded down. */
  readonly foundOfOthers?: number;
}

/** A check that points at more than one pristine scene in a hundred is not listened to. */
export const mayPointAt = 0.01;

/** From here on, a ratio of 2, a report calls support weak; below, it states none. */
const weakLlr = Math.log10(2);

/** The numbers of a calibration, before they are hashed. */
export type ScoreTable = Omit<ScoreCalibration, 'version'>;
type Changes = readonly ChangeKind[];

/**
 * Log10 likelihood ratio of "altered in some way" against "pristine", for a check that looks for these changes. It never
 * falls as the score rises, and is never larger than the lower 95 % bound of the share of forgeries that score as high over
 * the upper one of pristine scenes (Clopper and Pearson 1934). Between what most pristine scenes score and where the check
 * points it is 0: a report states nothing there, and what nobody reads must not weigh.
 */
export function scoreLlr(score: number, calibration: ScoreTable, changes: Changes): number {
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
export function measuredScenes(calibration: ScoreTable, changes: Changes): Calibration {
  const most = (step: ScoreStep): number => mostAt(step, calibration, changes);
  const largest = calibration.steps.toSorted((p, q) => most(q) - most(p))[0];
  return countsAt(pointingStep(calibration, changes) ?? largest, calibration);
}

/** The score above which the check points at a place; infinite where it never does. */
export function pointsAbove(calibration: ScoreTable, changes: Changes): number {
  return pointingStep(calibration, changes)?.above ?? Infinity;
}

/**
 * Returns the lowest step that at most one pristine scene in a hundred exceeds and whose ratio leaves a verdict open. Where no step has such
 * a ratio, it is the lowest whose ratio is weak support: the place is shown, and leaves no verdict open.
 */
function pointingStep(calibration: ScoreTable, changes: Changes): ScoreStep | undefined {
  const rare = calibration.steps.filter(
    ({ falseAlarms }) => falseAlarms <= mayPointAt * calibration.innocentScenes,
  );
  const from = (llr: number): ScoreStep | undefined =>
    rare.find((step) => mostAt(step, calibration, changes) >= llr);
  return from(flaggedLlr) ?? from(weakLlr);
}

function mostAt(step: ScoreStep, calibration: ScoreTable, changes: Changes): number {
  return mixedLlr(ratioBounds(countsAt(step, calibration)).most * Math.LN10, changes);
}

function countsAt(step: ScoreStep | undefined, table: ScoreTable): Calibration {
  const { innocentScenes, alteredScenes, othersScenes } = table;
  const { falseAlarms = 0, found = 0, foundOfOthers = 0 } = step ?? {};
  const counts = { innocentScenes, alteredScenes, falseAlarms, found };
  return othersScenes === undefined
    ? counts
    : { ...counts, others: { alteredScenes: othersScenes, found: foundOfOthers } };
}
