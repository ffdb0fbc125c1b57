import { describe, expect, it } from 'vitest';
import { ratioBounds } from './calibration-bound.ts';

describe('what a measured ratio may say', () => {
  it('follows the scenes it was measured on', () => {
    const { most } = ratioBounds({ innocentScenes: 100, falseAlarms: 0, alteredScenes: 100, found: 100 });
    expect(10 ** most).toBeCloseTo(33, 0);
  });

  it('is small for silence, however few forgeries of its own makers a check missed', () => {
    const { least } = ratioBounds({ innocentScenes: 62, falseAlarms: 0, alteredScenes: 64, found: 64 });
    expect(least).toBeCloseTo(Math.log10(0.71), 5);
    const silent = ratioBounds({ innocentScenes: 62, falseAlarms: 0, alteredScenes: 64, found: 0 });
    expect(silent.least).toBe(0);
  });
});
