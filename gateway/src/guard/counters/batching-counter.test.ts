import { systemClock } from '@assay/chassis/clock';
import { describe, expect, it } from 'vitest';
import { createBatchingCounter } from './batching-counter.ts';
import { createLocalCounter } from './local-counter.ts';
import type { RequestBatch, RateLimit } from './rate-counter.ts';

describe('requests counted together', () => {
  function start() {
    const local = createLocalCounter(systemClock);
    const trips: RequestBatch[] = [];
    const counter = createBatchingCounter((counted) => {
      trips.push(counted);
      return Promise.resolve(local.countBatch(counted));
    });
    const counts = (requested: readonly (readonly RateLimit[])[]) =>
      Promise.all(
        requested.map(async (limits) => (await counter.count(limits, 60_000)).map(({ count }) => count)),
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
});
