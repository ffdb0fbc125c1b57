import type { CopyMoveCalibration } from './region-score.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const copyMoveCalibration: CopyMoveCalibration = {
  version: 'aa2c7a40b0f8',
  region: {
    centre: [
      -2.8984, -1.8496, -1.4001, 1.4813, 7.9386, 0.102, 2.006, 0.5415, 0.7103, 0.8009, 0.3311, 0.6691, 0.0103,
    ],
    scale: [
      0.669, 0.8556, 0.5062, 0.6267, 0.575, 0.1605, 0.4897, 0.2702, 0.0765, 0.7295, 0.3356, 0.1968, 0.0224,
    ],
    weights: [
      -1.1266, -0.8249, -0.6966, -0.452, 0, -0.4945, 0, 0.1996, -0.6989, -0.7415, -0.958, -0.2409, -0.3012,
    ],
    intercept: 0.879,
  },
  slope: 0.5941,
  offset: 0.7194,
  nothingFound: -1.2204,
  bounds: [
    {
      above: -1.1295,
      limit: 1.5149,
    },
    {
      above: -0.9708,
      limit: 1.5416,
    },
    {
      above: -0.8739,
      limit: 1.5695,
    },
    {
      above: -0.8393,
      limit: 1.6057,
    },
    {
      above: -0.7034,
      limit: 1.6365,
    },
    {
      above: -0.6587,
      limit: 1.6758,
    },
    {
      above: -0.5252,
      limit: 1.7169,
    },
    {
      above: -0.476,
      limit: 1.76,
    },
    {
      above: -0.4338,
      limit: 1.8053,
    },
    {
      above: -0.3554,
      limit: 1.8529,
    },
    {
      above: -0.3051,
      limit: 1.9033,
    },
    {
      above: -0.2941,
      limit: 1.9566,
    },
    {
      above: -0.2858,
      limit: 2.0134,
    },
    {
      above: -0.1385,
      limit: 2.074,
    },
    {
      above: 0.1849,
      limit: 2.1252,
    },
    {
      above: 0.2258,
      limit: 2.1955,
    },
    {
      above: 0.2653,
      limit: 2.2719,
    },
    {
      above: 0.6019,
      limit: 2.3416,
    },
    {
      above: 0.6729,
      limit: 2.4343,
    },
    {
      above: 0.814,
      limit: 2.5312,
    },
    {
      above: 0.8893,
      limit: 2.6424,
    },
    {
      above: 0.9751,
      limit: 2.7729,
    },
    {
      above: 1.0761,
      limit: 2.9308,
    },
    {
      above: 1.3665,
      limit: 3.1235,
    },
    {
      above: 2.2894,
      limit: 3.3455,
    },
    {
      above: 2.5622,
      limit: 3.7484,
    },
  ],
  measured: {
    innocentScenes: 224,
    falseAlarms: 0,
    alteredScenes: 224,
    found: 139,
  },
};
