import type { CopyMoveCalibration } from './likelihood.ts';

/** Written by calibration/calibrate.ts; not to be edited by hand. */
export const COPY_MOVE_CALIBRATION: CopyMoveCalibration = {
  region: {
    centre: [-3.0292, -2.1295, -1.6781, 1.5517, 7.5717, 0.1031, 1.8847],
    scale: [0.7797, 1.0171, 0.7072, 0.7747, 0.9737, 0.1505, 0.5087],
    weights: [-0.6432, -0.4699, 0, -1.9292, 0.2981, -0.5243, 0.2592],
    intercept: -0.9315,
  },
  slope: 0.8378,
  offset: 0.8387,
  nothingFound: -2.2799,
  innocents: 126,
  forgeries: 63,
};
