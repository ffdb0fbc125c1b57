import type { RegionModel } from './region-score.ts';

/** What calibration/calibrate.ts writes into calibration-table.ts. */
export interface CopyMoveCalibration {
  readonly region: RegionModel;
  /** Natural log likelihood ratio of copy-move against innocent = `slope * score + offset`. */
  readonly slope: number;
  readonly offset: number;
  /** Natural log likelihood ratio when no region is found at all. */
  readonly nothingFound: number;
  /** Files the ratios were fitted on. */
  readonly innocents: number;
  readonly forgeries: number;
}
