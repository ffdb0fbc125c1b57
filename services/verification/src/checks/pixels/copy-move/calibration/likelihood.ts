import { copyMoveCalibration } from './calibration-table.ts';
import type { CopyMoveCalibration } from './region-score.ts';
import { scoreRegion } from './region-score.ts';

/** Share of copy-move among manipulated pictures; an assumption, stated with every result. */
export const copyMoveShare = 1 / 3;

/** From here on fusion by itself would call the file manipulated (posterior .85 at prior .5). */
export const flaggedLlr = 0.75;

/**
 * Log10 likelihood ratio of "manipulated in some way" against "innocent": the calibrated ratio for copy-move, limited by
 * what the number of innocent calibration files supports, mixed with the manipulations this check says nothing of.
 */
export function manipulationLlr(
  best: readonly number[] | null,
  calibration: CopyMoveCalibration = copyMoveCalibration,
): number {
  const natural = best === null ? calibration.nothingFound : copyMoveLogRatio(best, calibration);
  const bound = Math.log(calibration.innocents + 1);
  const ratio = Math.exp(Math.max(-bound, Math.min(bound, natural)));
  return Math.log10(copyMoveShare * ratio + 1 - copyMoveShare);
}

export function copyMoveLogRatio(features: readonly number[], calibration: CopyMoveCalibration): number {
  return calibration.slope * scoreRegion(calibration.region, features) + calibration.offset;
}
