import type { CopyMoveCalibration } from './region-score.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const copyMoveCalibration: CopyMoveCalibration = {
  version: '188705d70cc0',
  region: {
    centre: [
      -3.0769, -2.0954, -1.5166, 1.3274, 7.9786, 0.0593, 2.0467, 0.5979, 0.6785, 0.5247, 0.2027, 0.0085,
    ],
    scale: [0.6443, 0.8215, 0.4749, 0.592, 0.5398, 0.1196, 0.4694, 0.2392, 0.0482, 0.6524, 0.2775, 0.02],
    weights: [
      -0.9194, -0.8356, -0.6967, -0.5686, 0.0906, -0.3851, 0.0797, 0.2692, -0.5325, -0.7161, -1.029, -0.3126,
    ],
    intercept: 2.8679,
  },
  slope: 0.6458,
  offset: 0.7583,
  nothingFound: -1.163,
  bounds: [
    {
      above: -0.7202,
      limit: 1.9543,
    },
    {
      above: -0.7199,
      limit: 1.9879,
    },
    {
      above: -0.6211,
      limit: 2.0229,
    },
    {
      above: -0.3848,
      limit: 2.0549,
    },
    {
      above: -0.3819,
      limit: 2.0928,
    },
    {
      above: -0.3,
      limit: 2.1237,
    },
    {
      above: -0.2958,
      limit: 2.1606,
    },
    {
      above: -0.2811,
      limit: 2.2039,
    },
    {
      above: -0.2052,
      limit: 2.2493,
    },
    {
      above: -0.1976,
      limit: 2.2972,
    },
    {
      above: -0.1395,
      limit: 2.3434,
    },
    {
      above: -0.0709,
      limit: 2.3969,
    },
    {
      above: -0.0071,
      limit: 2.4538,
    },
    {
      above: 0.11,
      limit: 2.5103,
    },
    {
      above: 0.454,
      limit: 2.5669,
    },
    {
      above: 0.5377,
      limit: 2.6374,
    },
    {
      above: 0.9948,
      limit: 2.7007,
    },
    {
      above: 1.0389,
      limit: 2.7803,
    },
    {
      above: 1.0738,
      limit: 2.8732,
    },
    {
      above: 1.078,
      limit: 2.9729,
    },
    {
      above: 1.0876,
      limit: 3.0915,
    },
    {
      above: 1.2566,
      limit: 3.2295,
    },
    {
      above: 1.2686,
      limit: 3.3949,
    },
    {
      above: 1.3722,
      limit: 3.5981,
    },
    {
      above: 1.5325,
      limit: 3.8803,
    },
    {
      above: 2.3111,
      limit: 4.2978,
    },
  ],
  measured: {
    innocentScenes: 359,
    falseAlarms: 0,
    alteredScenes: 359,
    found: 229,
  },
};
