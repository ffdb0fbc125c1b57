import { clopperPearsonLower, clopperPearsonUpper } from './figures.ts';
import type { Calibration } from '../check/check.ts';

/** Below this many innocent scenes a calibration says too little to be used. */
export const minInnocentScenes = 30;

/**
 * The share of forgeries by other people that this product passed over (101 images of 92 scenes from ten repositories). A
 * check is calibrated on forgeries of its own makers, so what its silence says is bounded by this, however few of those it missed.
 */
const missedOfOthers = 0.71;

/** What a measured ratio may say at most for and against alteration, log10; `least` is at most 0, `most` at least 0. */
export interface RatioBounds {
  readonly least: number;
  readonly most: number;
}

/**
 * No ratio says more than the scenes it was measured on support: at most the detection rate's lower 95 % bound over the
 * false-alarm rate's upper one, and likewise for what finding nothing may say. With 0 false alarms in 100 innocent scenes
 * and every alteration found that is about 33, in 300 about 100; the bounds are those of Clopper and Pearson (1934). Silence says no
 * more than forgeries of other makers allow.
 */
export function ratioBounds(calibration: Calibration): RatioBounds {
  const { innocentScenes, falseAlarms, alteredScenes } = calibration;
  if (innocentScenes === 0 || alteredScenes === 0) return { least: 0, most: 0 };
  const detected = boundDetection(calibration);
  const most = detected / clopperPearsonUpper(falseAlarms, innocentScenes);
  const quiet = clopperPearsonLower(innocentScenes - falseAlarms, innocentScenes);
  const least = Math.max(Math.log10((1 - detected) / quiet), Math.log10(missedOfOthers));
  return { least: Math.min(0, least), most: Math.max(0, Math.log10(most)) };
}

/**
 * Returns the lower 95 % bound of the share of forgeries that a check finds, with those by other people counted among its own.
 * It does not exceed the upper bound of the share that the check finds of forgeries by other people alone.
 */
function boundDetection({ alteredScenes, found, others }: Calibration): number {
  if (others === undefined) return clopperPearsonLower(found, alteredScenes);
  const pooled = clopperPearsonLower(found + others.found, alteredScenes + others.alteredScenes);
  return Math.min(pooled, clopperPearsonUpper(others.found, others.alteredScenes));
}
