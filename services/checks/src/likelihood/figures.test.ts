import { describe, expect, it } from 'vitest';
import {
  areaUnderCurve,
  clopperPearsonInterval,
  clopperPearsonLower,
  clopperPearsonUpper,
  logRatioCost,
} from './figures.ts';

describe('clopperPearsonUpper', () => {
  it.each([
    [0, 56, 0.052],
    [0, 108, 0.0274],
    [3, 100, 0.0757],
  ])('bounds %d of %d at %d', (events, trials, bound) => {
    expect(clopperPearsonUpper(events, trials)).toBeCloseTo(bound, 3);
  });
});

describe('clopperPearsonLower', () => {
  it.each([
    [56, 56, 0.948],
    [43, 100, 0.3456],
    [0, 20, 0],
  ])('bounds %d of %d from below at %d', (events, trials, bound) => {
    expect(clopperPearsonLower(events, trials)).toBeCloseTo(bound, 3);
  });
});

describe('clopperPearsonInterval', () => {
  it.each([
    [0, 105, 0, 0.0345],
    [12, 17, 0.4404, 0.8969],
    [17, 17, 0.8049, 1],
  ])('holds the rate of %d in %d between %d and %d', (events, trials, lower, upper) => {
    const [from, to] = clopperPearsonInterval(events, trials);
    expect(from).toBeCloseTo(lower, 3);
    expect(to).toBeCloseTo(upper, 3);
  });
});

describe('areaUnderCurve', () => {
  it('is one when every positive is above every negative, and a half for ties', () => {
    expect(areaUnderCurve([2, 3], [0, 1])).toBe(1);
    expect(areaUnderCurve([1], [1])).toBe(0.5);
  });
});

describe('logRatioCost', () => {
  it('is one for a check that says nothing and more for one that misleads', () => {
    expect(logRatioCost([0, 0], [0])).toBe(1);
    expect(logRatioCost([-2], [2])).toBeGreaterThan(6);
  });
});
