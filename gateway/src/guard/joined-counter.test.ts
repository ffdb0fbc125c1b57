import { describe, expect, it } from 'vitest';
import { joinCounts } from './joined-counter.ts';

describe('requests counted together', () => {
  it('each have a place of their own, as if counted one by one', async () => {
    const counts = new Map<string, number>();
    const trips: [string, number][] = [];
    const counter = joinCounts((key, windowMs, requests) => {
      trips.push([key, requests]);
      const count = (counts.get(key) ?? 0) + requests;
      counts.set(key, count);
      return Promise.resolve({ count, ttlMs: windowMs - 1 });
    });
    const places = async (keys: readonly string[]): Promise<number[]> =>
      (await Promise.all(keys.map((key) => counter.increment(key, 100)))).map(({ count }) => count);
    expect(await places(['a', 'b', 'a', 'a', 'b'])).toEqual([1, 1, 2, 3, 2]);
    expect(await places(['a', 'a'])).toEqual([4, 5]);
    expect(trips).toEqual([
      ['a', 3],
      ['b', 2],
      ['a', 2],
    ]);
  });

  it('all fail when counting does', async () => {
    const counter = joinCounts(() => Promise.reject(new Error('away')));
    const attempts = await Promise.allSettled([counter.increment('a', 1), counter.increment('a', 1)]);
    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
