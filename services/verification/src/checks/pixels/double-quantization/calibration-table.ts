import type { ScoreCalibration } from '../../calibration/scored/score-calibration.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const calibrationTable: ScoreCalibration = {
  version: '6c0269bb88fb',
  innocentScenes: 159,
  alteredScenes: 149,
  steps: [
    {
      above: 5.2211,
      falseAlarms: 25,
      found: 116,
    },
    {
      above: 5.2456,
      falseAlarms: 24,
      found: 116,
    },
    {
      above: 5.2572,
      falseAlarms: 23,
      found: 116,
    },
    {
      above: 5.2605,
      falseAlarms: 22,
      found: 116,
    },
    {
      above: 5.2613,
      falseAlarms: 21,
      found: 116,
    },
    {
      above: 5.2628,
      falseAlarms: 20,
      found: 116,
    },
    {
      above: 5.2777,
      falseAlarms: 19,
      found: 116,
    },
    {
      above: 5.2989,
      falseAlarms: 18,
      found: 116,
    },
    {
      above: 5.3207,
      falseAlarms: 17,
      found: 116,
    },
    {
      above: 5.322,
      falseAlarms: 16,
      found: 116,
    },
    {
      above: 5.3308,
      falseAlarms: 15,
      found: 116,
    },
    {
      above: 5.3456,
      falseAlarms: 14,
      found: 116,
    },
    {
      above: 5.3555,
      falseAlarms: 13,
      found: 116,
    },
    {
      above: 5.3614,
      falseAlarms: 12,
      found: 116,
    },
    {
      above: 5.3907,
      falseAlarms: 11,
      found: 114,
    },
    {
      above: 5.4021,
      falseAlarms: 10,
      found: 114,
    },
    {
      above: 5.4722,
      falseAlarms: 9,
      found: 113,
    },
    {
      above: 5.4847,
      falseAlarms: 8,
      found: 113,
    },
    {
      above: 5.4888,
      falseAlarms: 7,
      found: 113,
    },
    {
      above: 5.687,
      falseAlarms: 6,
      found: 113,
    },
    {
      above: 5.7026,
      falseAlarms: 5,
      found: 113,
    },
    {
      above: 5.7173,
      falseAlarms: 4,
      found: 113,
    },
    {
      above: 5.7754,
      falseAlarms: 3,
      found: 112,
    },
    {
      above: 5.9144,
      falseAlarms: 2,
      found: 112,
    },
    {
      above: 5.9415,
      falseAlarms: 1,
      found: 111,
    },
    {
      above: 6.3185,
      falseAlarms: 0,
      found: 105,
    },
  ],
};
