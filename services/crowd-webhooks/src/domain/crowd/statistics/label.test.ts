import { describe, expect, it } from 'vitest';
import { isDecided } from './consensus.ts';
import { findBest } from './label.ts';

const find = (shares: Readonly<Record<string, number>>) => findBest(new Map(Object.entries(shares)));

describe('the best option', () => {
  it('is the most probable one, in any order', () => {
    expect(find({ a: 0.2, b: 0.5, c: 0.3 })).toEqual({ value: 'b', confidence: 0.5 });
    expect(find({ b: 0.5, c: 0.3, a: 0.2 })).toEqual({ value: 'b', confidence: 0.5 });
    expect(find({ a: 1 })).toEqual({ value: 'a', confidence: 1 });
    expect(find({})).toBeUndefined();
  });

  it('is none of those that tie, also if a sum has rounded them', () => {
    expect(find({ a: 0.5, b: 0.5 })).toEqual({ value: undefined, confidence: 0.5 });
    expect(find({ c: 0.2, b: 0.1 + 0.3, a: 0.4 })).toMatchObject({ value: undefined });
    expect(find({ a: 0.4, b: 0.4 - 1e-6, c: 0.2 })).toMatchObject({ value: 'a' });
  });

  it('ends no variant while it ties', () => {
    const rule = { minResponses: 2, maxResponses: 4, threshold: 0.5 };
    const answer = (value: string) => ({ value, accuracy: 0.6 });
    expect(isDecided(['a', 'b'], [answer('a'), answer('b')], rule)).toBe(false);
    expect(isDecided(['a', 'b'], [answer('a'), answer('a')], rule)).toBe(true);
  });
});
