import { mixedLlr } from '../../search/change-shares.ts';
import copyMoveCalibration from './calibration-table.json' with { type: 'json' };
import type { CopyMoveCalibration, RatioModel, RegionEvidence } from './region-score.ts';
import { describeRegion, scoreRegion } from './region-score.ts';
import { manifest } from './manifest.ts';

/**
 * Log10 likelihood ratio of "manipulated in some way" against "innocent": the calibrated ratio for copy-move, limited by
 * what the number of independent innocent scenes supports, mixed with the manipulations this check says nothing of.
 */
export function manipulationLlr(
  best: RegionEvidence | null,
  calibration: CopyMoveCalibration = copyMoveCalibration,
): number {
  const natural = best === null ? calibration.nothingFound : copyMoveLogRatio(best, calibration);
  return mixedLlr(bounded(natural, calibration), manifest.searchesFor);
}

export function copyMoveLogRatio(region: RegionEvidence, model: RatioModel): number {
  return model.slope * scoreRegion(model.region, describeRegion(region)) + model.offset;
}

/** Limits a ratio to what the calibration supports: above all innocent scenes, that is the share of forged scenes there over their bound. */
export function bounded(
  natural: number,
  { bounds, nothingFound }: Pick<CopyMoveCalibration, 'bounds' | 'nothingFound'>,
): number {
  const reached = bounds.filter(({ above }) => natural > above).at(-1);
  if (reached?.isRare === true) return reached.limit;
  return Math.max(nothingFound, Math.min(natural, reached?.limit ?? 0));
}
