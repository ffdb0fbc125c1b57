import type { CopyMoveCalibration } from './likelihood.ts';

/** Written by calibration/calibrate.ts; not to be edited by hand. */
export const COPY_MOVE_CALIBRATION: CopyMoveCalibration = {
  region: { centre: [], scale: [], weights: [], intercept: 0 },
  slope: 1,
  offset: 0,
  nothingFound: 0,
  innocents: 0,
  forgeries: 0,
};
