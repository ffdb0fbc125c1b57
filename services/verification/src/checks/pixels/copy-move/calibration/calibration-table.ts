import type { CopyMoveCalibration } from './region-score.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const copyMoveCalibration: CopyMoveCalibration = {
  version: '7cb7351165ac',
  region: {
    centre: [
      -3.064, -2.1139, -1.5228, 1.3366, 7.8841, 0.0507, 2.0366, 0.6175, 0.6792, 0.5448, 0.1905, 0.0082,
    ],
    scale: [0.6379, 0.8259, 0.4826, 0.6007, 0.596, 0.1051, 0.4656, 0.2337, 0.0483, 0.6795, 0.2665, 0.0217],
    weights: [
      -1.0362, -0.9224, -0.7377, -0.4669, 0.1083, -0.2946, 0.0781, 0.1907, -0.6501, -0.863, -0.9238, -0.3682,
    ],
    intercept: 2.6832,
  },
  slope: 0.7259,
  offset: 0.6494,
  nothingFound: -1.1255,
  bounds: [
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0823,
      limit: 1.9825,
      isRare: false,
    },
    {
      above: -1.0461,
      limit: 2.0359,
      isRare: false,
    },
    {
      above: -0.6528,
      limit: 2.0928,
      isRare: false,
    },
    {
      above: -0.5853,
      limit: 2.1534,
      isRare: false,
    },
    {
      above: -0.519,
      limit: 2.2186,
      isRare: false,
    },
    {
      above: -0.272,
      limit: 2.2889,
      isRare: false,
    },
    {
      above: -0.2645,
      limit: 2.3654,
      isRare: false,
    },
    {
      above: -0.1997,
      limit: 2.4492,
      isRare: false,
    },
    {
      above: 0.0253,
      limit: 2.5357,
      isRare: false,
    },
    {
      above: 0.1067,
      limit: 2.6397,
      isRare: false,
    },
    {
      above: 0.1946,
      limit: 2.7581,
      isRare: false,
    },
    {
      above: 0.2516,
      limit: 2.8896,
      isRare: false,
    },
    {
      above: 0.5922,
      limit: 3.0484,
      isRare: false,
    },
    {
      above: 0.6394,
      limit: 3.2558,
      isRare: false,
    },
    {
      above: 0.7274,
      limit: 3.5377,
      isRare: false,
    },
    {
      above: 1.4265,
      limit: 3.9371,
      isRare: false,
    },
  ],
  measured: {
    innocentScenes: 255,
    falseAlarms: 0,
    alteredScenes: 255,
    found: 144,
  },
};
