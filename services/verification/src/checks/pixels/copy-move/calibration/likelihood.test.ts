import { describe, expect, it } from 'vitest';
import { copyMoveCalibration } from './calibration-table.ts';
import { copyMoveShare, manipulationLlr } from './likelihood.ts';
import { isLettering } from './region-score.ts';

const perfect = [-5.3, -3.9, -4, -0.7, 8.3, 0, 2.5];

describe('manipulationLlr', () => {
  it('never exceeds what the number of innocent calibration files supports', () => {
    const bound = Math.log10(copyMoveShare * (copyMoveCalibration.innocents + 1) + 1 - copyMoveShare);
    expect(manipulationLlr(perfect)).toBeLessThanOrEqual(bound + 1e-9);
    expect(manipulationLlr(perfect)).toBeGreaterThan(1);
  });

  it('says little when nothing was found, for most manipulations copy nothing', () => {
    expect(manipulationLlr(null)).toBeLessThanOrEqual(0);
    expect(manipulationLlr(null)).toBeGreaterThan(-0.2);
  });
});

describe('isLettering', () => {
  it('takes print for print and texture for texture', () => {
    expect(isLettering({ contrast: 45, twoLevelShare: 0.85, flatShare: 0 })).toBe(true);
    expect(isLettering({ contrast: 10, twoLevelShare: 0.97, flatShare: 0 })).toBe(true);
    expect(isLettering({ contrast: 20, twoLevelShare: 0.75, flatShare: 0.02 })).toBe(false);
  });
});
