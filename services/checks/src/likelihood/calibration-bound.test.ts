import { describe, expect, it } from 'vitest';
import { ratioBounds } from './calibration-bound.ts';

describe('what a measured ratio may say', () => {
  it('follows the scenes it was measured on', () => {
    const { most } = ratioBounds({ innocentScenes: 100, falseAlarms: 0, alteredScenes: 100, found: 100 });
    expect(10 ** most).toBeCloseTo(33, 0);
  });

  it('rests on forgeries by other people as well, and on no better share than they support', () => {
    const own = { innocentScenes: 100, falseAlarms: 0, alteredScenes: 100, found: 100 };
    const alike = ratioBounds({ ...own, others: { alteredScenes: 100, found: 100 } });
    expect(10 ** alike.most).toBeCloseTo(33.4, 1);
    const missed = ratioBounds({ ...own, others: { alteredScenes: 20, found: 0 } });
    expect(10 ** missed.most).toBeCloseTo(0.139 / 0.0295, 1);
    expect(missed.least).toBeGreaterThan(Math.log10(0.87));
  });

  it('is small for silence, however few forgeries of its own makers a check missed', () => {
    const { least } = ratioBounds({ innocentScenes: 62, falseAlarms: 0, alteredScenes: 64, found: 64 });
    expect(least).toBeCloseTo(Math.log10(0.71), 5);
    const silent = ratioBounds({ innocentScenes: 62, falseAlarms: 0, alteredScenes: 64, found: 0 });
    expect(silent.least).toBe(0);
  });
});
