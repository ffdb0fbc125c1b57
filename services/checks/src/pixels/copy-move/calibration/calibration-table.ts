import type { CopyMoveCalibration } from './region-score.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const copyMoveCalibration: CopyMoveCalibration = {
  version: '5cb0d04eeaeb',
  region: {
    centre: [-2.8404, -1.7775, -1.369, 1.5553, 7.9716, 0.1205, 1.8385, 0.5228, 0.6919, 0.9406, 0.422, 0.0076],
    scale: [0.673, 0.8618, 0.5194, 0.6094, 0.5457, 0.1891, 0.5304, 0.2579, 0.0512, 0.8736, 0.3745, 0.016],
    weights: [
      -0.9602, -1.0105, -0.5591, -0.4019, 0.2876, -0.4381, 0.1057, 0.7177, -0.5471, -0.6468, -0.985, -0.5012,
    ],
    intercept: 0.0709,
  },
  slope: 0.5327,
  offset: 0.7177,
  nothingFound: -1.1783,
  bounds: [
    {
      above: -0.0864,
      limit: 1.5979,
      isRare: false,
    },
    {
      above: -0.039,
      limit: 1.6315,
      isRare: false,
    },
    {
      above: 0,
      limit: 1.6663,
      isRare: false,
    },
    {
      above: 0.0171,
      limit: 1.6964,
      isRare: false,
    },
    {
      above: 0.0892,
      limit: 1.7217,
      isRare: false,
    },
    {
      above: 0.1312,
      limit: 1.7611,
      isRare: false,
    },
    {
      above: 0.2682,
      limit: 1.7897,
      isRare: false,
    },
    {
      above: 0.3079,
      limit: 1.8328,
      isRare: false,
    },
    {
      above: 0.3426,
      limit: 1.8781,
      isRare: false,
    },
    {
      above: 0.3576,
      limit: 1.9259,
      isRare: false,
    },
    {
      above: 0.3778,
      limit: 1.9763,
      isRare: false,
    },
    {
      above: 0.5102,
      limit: 2.0297,
      isRare: false,
    },
    {
      above: 0.5812,
      limit: 2.0865,
      isRare: false,
    },
    {
      above: 0.719,
      limit: 2.1472,
      isRare: false,
    },
    {
      above: 0.7229,
      limit: 2.206,
      isRare: false,
    },
    {
      above: 0.8444,
      limit: 2.2636,
      isRare: false,
    },
    {
      above: 0.879,
      limit: 2.3336,
      isRare: false,
    },
    {
      above: 0.9571,
      limit: 2.4175,
      isRare: false,
    },
    {
      above: 1.0658,
      limit: 2.4973,
      isRare: false,
    },
    {
      above: 1.1511,
      limit: 2.5947,
      isRare: false,
    },
    {
      above: 1.2168,
      limit: 2.7066,
      isRare: false,
    },
    {
      above: 1.2267,
      limit: 2.8377,
      isRare: false,
    },
    {
      above: 1.2625,
      limit: 3.0029,
      isRare: false,
    },
    {
      above: 1.5218,
      limit: 3.1767,
      isRare: true,
    },
    {
      above: 1.9471,
      limit: 3.381,
      isRare: true,
    },
    {
      above: 2.7402,
      limit: 3.5952,
      isRare: true,
    },
  ],
  measured: {
    innocentScenes: 255,
    falseAlarms: 2,
    alteredScenes: 255,
    found: 163,
  },
};
