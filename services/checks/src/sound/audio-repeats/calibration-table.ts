import type { ScoreCalibration } from '../../likelihood/score-calibration.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const calibrationTable: ScoreCalibration = {
  version: '9ca69523970a',
  innocentScenes: 336,
  alteredScenes: 328,
  steps: [
    {
      above: 0,
      falseAlarms: 15,
      found: 252,
    },
    {
      above: 9.7,
      falseAlarms: 14,
      found: 247,
    },
    {
      above: 11.1,
      falseAlarms: 13,
      found: 237,
    },
    {
      above: 11.6,
      falseAlarms: 12,
      found: 235,
    },
    {
      above: 11.9,
      falseAlarms: 11,
      found: 232,
    },
    {
      above: 12.2,
      falseAlarms: 10,
      found: 232,
    },
    {
      above: 13,
      falseAlarms: 9,
      found: 225,
    },
    {
      above: 13.5,
      falseAlarms: 8,
      found: 222,
    },
    {
      above: 14.4,
      falseAlarms: 7,
      found: 216,
    },
    {
      above: 15.6,
      falseAlarms: 6,
      found: 209,
    },
    {
      above: 18.7,
      falseAlarms: 5,
      found: 185,
    },
    {
      above: 20.9,
      falseAlarms: 4,
      found: 176,
    },
    {
      above: 21,
      falseAlarms: 3,
      found: 175,
    },
    {
      above: 26.8,
      falseAlarms: 2,
      found: 159,
    },
    {
      above: 29.9,
      falseAlarms: 1,
      found: 156,
    },
    {
      above: 30.3,
      falseAlarms: 0,
      found: 155,
    },
  ],
};
