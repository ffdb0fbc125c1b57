import type { ScoreCalibration } from '../../calibration/scored/score-calibration.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const calibrationTable: ScoreCalibration = {
  version: '81bedc8f01ed',
  innocentScenes: 109,
  alteredScenes: 101,
  steps: [
    {
      above: 5.1081,
      falseAlarms: 25,
      found: 75,
    },
    {
      above: 5.1095,
      falseAlarms: 24,
      found: 75,
    },
    {
      above: 5.1413,
      falseAlarms: 23,
      found: 75,
    },
    {
      above: 5.1475,
      falseAlarms: 22,
      found: 75,
    },
    {
      above: 5.1731,
      falseAlarms: 21,
      found: 75,
    },
    {
      above: 5.1815,
      falseAlarms: 20,
      found: 75,
    },
    {
      above: 5.183,
      falseAlarms: 19,
      found: 75,
    },
    {
      above: 5.1995,
      falseAlarms: 18,
      found: 75,
    },
    {
      above: 5.2083,
      falseAlarms: 17,
      found: 75,
    },
    {
      above: 5.2456,
      falseAlarms: 16,
      found: 75,
    },
    {
      above: 5.2572,
      falseAlarms: 15,
      found: 75,
    },
    {
      above: 5.2777,
      falseAlarms: 14,
      found: 75,
    },
    {
      above: 5.322,
      falseAlarms: 13,
      found: 75,
    },
    {
      above: 5.3456,
      falseAlarms: 12,
      found: 75,
    },
    {
      above: 5.3555,
      falseAlarms: 11,
      found: 75,
    },
    {
      above: 5.3614,
      falseAlarms: 10,
      found: 75,
    },
    {
      above: 5.3907,
      falseAlarms: 9,
      found: 74,
    },
    {
      above: 5.4021,
      falseAlarms: 8,
      found: 74,
    },
    {
      above: 5.4722,
      falseAlarms: 7,
      found: 73,
    },
    {
      above: 5.4847,
      falseAlarms: 6,
      found: 73,
    },
    {
      above: 5.4888,
      falseAlarms: 5,
      found: 73,
    },
    {
      above: 5.687,
      falseAlarms: 4,
      found: 73,
    },
    {
      above: 5.7173,
      falseAlarms: 3,
      found: 73,
    },
    {
      above: 5.7754,
      falseAlarms: 2,
      found: 72,
    },
    {
      above: 5.9144,
      falseAlarms: 1,
      found: 72,
    },
    {
      above: 6.3185,
      falseAlarms: 0,
      found: 67,
    },
  ],
};
