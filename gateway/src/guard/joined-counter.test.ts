import { systemClock } from '@assay/chassis/clock';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { joinCounts, notAsked } from './joined-counter.ts';
import { createLocalCounter } from './local-counter.ts';
import type { CountedTogether, RateCount, RateLimit } from './rate-counter.ts';

describe('requests counted together', () => {
  function start() {
    const local = createLocalCounter(systemClock);
    const trips: CountedTogether[] = [];
    const counter = joinCounts((counted) => {
      trips.push(counted);
      return Promise.resolve(local.countTogether(counted));
    });
    const counts = (asked: readonly (readonly RateLimit[])[]) =>
      Promise.all(
        asked.map(async (limits) => (await counter.count(limits, 60_000)).map(({ count }) => count)),
      );
    return { trips, counts };
  }

  it('each have a place of their own, as if counted one by one', async () => {
    const { trips, counts } = start();
    const [a, b] = [[{ key: 'a', max: 9 }], [{ key: 'b', max: 9 }]] as const;
    expect(await counts([a, b, a, a])).toEqual([[1], [1], [2], [3]]);
    expect(await counts([a, b])).toEqual([[4], [2]]);
    expect(trips.map(({ limits, requests }) => [limits[0]?.key, requests])).toEqual([
      ['a', 3],
      ['b', 1],
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('are counted in a second limit only where the first admits them', async () => {
    const { counts } = start();
    const organization = { key: 'organization', max: 5 };
    const [one, other] = ['one', 'other'].map((key) => [{ key, max: 2 }, organization]);
    if (one === undefined || other === undefined) throw new Error('both are there');
    expect(await counts([one, one, one, other])).toEqual([[1, 1], [2, 2], [3], [1, 3]]);
    expect(await counts([one, other, other])).toEqual([[4], [2, 4], [3]]);
  });

  it('wait for the step under way, and are the next one together', async () => {
    const local = createLocalCounter(systemClock);
    const steps: { requests: number; answer: () => void }[] = [];
    const counter = joinCounts((counted) => {
      const { promise, resolve } = Promise.withResolvers<readonly RateCount[]>();
      steps.push({ requests: counted.requests, answer: () => resolve(local.countTogether(counted)) });
      return promise;
    });
    const ask = async () => (await counter.count([{ key: 'a', max: 9 }], 60_000))[0]?.count;
    const first = ask();
    await vi.waitUntil(() => steps.length === 1);
    const later = [ask(), ask()];
    await nextTurn();
    expect(steps).toHaveLength(1);
    steps[0]?.answer();
    expect(await first).toBe(1);
    await vi.waitUntil(() => steps.length === 2);
    steps[1]?.answer();
    expect(await Promise.all(later)).toEqual([2, 3]);
    expect(steps.map(({ requests }) => requests)).toEqual([1, 2]);
  });

  it('are told when the step they waited for failed, and the next is counted again', async () => {
    const failure = new Error('away');
    const step = vi.fn<Parameters<typeof joinCounts>[0]>();
    const { promise, reject } = Promise.withResolvers<readonly RateCount[]>();
    step.mockReturnValueOnce(promise).mockResolvedValue([{ count: 1, ttlMs: 1 }]);
    const counter = joinCounts(step);
    const ask = () => counter.count([{ key: 'a', max: 9 }], 60_000).catch((error: unknown) => error);
    const first = ask();
    await vi.waitUntil(() => step.mock.calls.length === 1);
    const waiting = ask();
    reject(failure);
    expect(await Promise.all([first, waiting])).toEqual([failure, notAsked]);
    expect(await ask()).toEqual([{ count: 1, ttlMs: 1 }]);
    expect(step).toHaveBeenCalledTimes(2);
  });
});
