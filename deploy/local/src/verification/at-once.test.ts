import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atOnce } from './at-once.ts';

describe('atOnce', () => {
  it.each([
    [1, 1],
    [3, 3],
    [20, 7],
  ])('works on 7 items in %i slots, %i at a time, and keeps their order', async (slots, most) => {
    let working = 0;
    const seen: number[] = [];
    const results = await atOnce([1, 2, 3, 4, 5, 6, 7], slots, async (item) => {
      working += 1;
      seen.push(working);
      for (let turns = 8 - item; turns > 0; turns -= 1) await turn();
      working -= 1;
      return item * 10;
    });
    expect(Math.max(...seen)).toBe(most);
    expect(results).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });
});
