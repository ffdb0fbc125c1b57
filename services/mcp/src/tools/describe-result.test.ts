import { describe, expect, it } from 'vitest';
import { describeResult } from './describe-result.ts';

describe('the text of a result', () => {
  it('is its JSON, if it is short', () => {
    expect(describeResult({ id: 'a', tags: ['b'] })).toBe('{"id":"a","tags":["b"]}');
  });

  it.each([
    ['a long text', { id: 'a', text: 'x'.repeat(100_000) }],
    [
      'many members',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${String(index)}`, index])),
    ],
    [
      'a list',
      { data: Array.from({ length: 200 }, () => ({ id: 'a'.repeat(24), more: { a: 1 } })), total: 200 },
    ],
    [
      'a list of long items',
      { data: [Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`m${String(i)}`, 'x']))], total: 1 },
    ],
  ])('is short for %s, and says that something is left out', (_name, result) => {
    const text = describeResult(result);
    expect(text.length).toBeLessThan(5_300);
    expect(text).toMatch(/left out|Select members/u);
  });
});
