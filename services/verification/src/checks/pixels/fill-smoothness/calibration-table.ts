import type { ScoreCalibration } from '../../calibration/scored/score-calibration.ts';

/** Written by `npm run calibrate`; not to be edited by hand. */
export const calibrationTable: ScoreCalibration = {
  version: '333b333c4835',
  innocentScenes: 255,
  alteredScenes: 255,
  steps: [
    {
      above: 0.6688,
      falseAlarms: 25,
      found: 221,
    },
    {
      above: 0.7083,
      falseAlarms: 24,
      found: 221,
    },
    {
      above: 0.7244,
      falseAlarms: 23,
      found: 221,
    },
    {
      above: 0.7357,
      falseAlarms: 22,
      found: 221,
    },
    {
      above: 0.805,
      falseAlarms: 21,
      found: 220,
    },
    {
      above: 0.8379,
      falseAlarms: 20,
      found: 220,
    },
    {
      above: 0.8393,
      falseAlarms: 19,
      found: 220,
    },
    {
      above: 0.9168,
      falseAlarms: 18,
      found: 219,
    },
    {
      above: 0.9689,
      falseAlarms: 17,
      found: 218,
    },
    {
      above: 1.2886,
      falseAlarms: 16,
      found: 217,
    },
    {
      above: 1.3184,
      falseAlarms: 15,
      found: 217,
    },
    {
      above: 1.4784,
      falseAlarms: 14,
      found: 214,
    },
    {
      above: 1.5163,
      falseAlarms: 13,
      found: 214,
    },
    {
      above: 1.5512,
      falseAlarms: 12,
      found: 214,
    },
    {
      above: 1.5905,
      falseAlarms: 11,
      found: 214,
    },
    {
      above: 1.71,
      falseAlarms: 10,
      found: 213,
    },
    {
      above: 1.7335,
      falseAlarms: 9,
      found: 213,
    },
    {
      above: 1.7912,
      falseAlarms: 8,
      found: 213,
    },
    {
      above: 1.857,
      falseAlarms: 7,
      found: 213,
    },
    {
      above: 1.9189,
      falseAlarms: 6,
      found: 211,
    },
    {
      above: 1.9861,
      falseAlarms: 5,
      found: 210,
    },
    {
      above: 2.3049,
      falseAlarms: 4,
      found: 206,
    },
    {
      above: 2.4457,
      falseAlarms: 3,
      found: 206,
    },
    {
      above: 2.7658,
      falseAlarms: 2,
      found: 203,
    },
    {
      above: 2.9067,
      falseAlarms: 1,
      found: 200,
    },
    {
      above: 3.6924,
      falseAlarms: 0,
      found: 177,
    },
  ],
};
