import type { CopyMoveCalibration } from './region-score.ts';

/** Written by calibration/calibrate.ts; not to be edited by hand. */
export const copyMoveCalibration: CopyMoveCalibration = {
  region: {
    centre: [-3.0613, -2.143, -1.5805, 1.2763, 7.8394, 0.0864, 2.0137],
    scale: [0.8598, 0.9844, 0.6437, 0.7381, 1.0383, 0.1356, 0.5071],
    weights: [-1.4533, -0.9922, -0.8976, -1.3793, 0, -0.15, 0.1225],
    intercept: 1.6867,
  },
  slope: 1.0578,
  offset: 0.6718,
  nothingFound: -2.1053,
  innocents: 126,
  forgeries: 63,
};
