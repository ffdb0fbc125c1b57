import { copyMoveCalibration } from './calibration-table.ts';
import type { CopyMoveCalibration, RatioModel, RegionEvidence } from './region-score.ts';
import { describeRegion, scoreRegion } from './region-score.ts';

/** Share of copy-move among manipulated pictures; an assumption, stated with every result. */
export const copyMoveShare = 1 / 3;

/** From here on (a ratio of 5) fusion points at the place. */
export const flaggedLlr = Math.log10(5);

/**
 * Log10 likelihood ratio of "manipulated in some way" against "innocent": the calibrated ratio for copy-move, limited by
 * what the number of independent innocent scenes supports, mixed with the manipulations this check says nothing of.
 */
export function manipulationLlr(
  best: RegionEvidence | null,
  calibration: CopyMoveCalibration = copyMoveCalibration,
): number {
  const natural = best === null ? calibration.nothingFound : copyMoveLogRatio(best, calibration);
  return mixedLlr(bounded(natural, calibration));
}

export function copyMoveLogRatio(region: RegionEvidence, model: RatioModel): number {
  return model.slope * scoreRegion(model.region, describeRegion(region)) + model.offset;
}

/** Log10 ratio of any manipulation from the natural log ratio of copy-move. */
export function mixedLlr(natural: number): number {
  return Math.log10(copyMoveShare * Math.exp(natural) + 1 - copyMoveShare);
}

export function bounded(
  natural: number,
  { bounds, nothingFound }: Pick<CopyMoveCalibration, 'bounds' | 'nothingFound'>,
): number {
  const reached = bounds.filter(({ above }) => natural > above).at(-1);
  return Math.max(nothingFound, Math.min(natural, reached?.limit ?? 0));
}
