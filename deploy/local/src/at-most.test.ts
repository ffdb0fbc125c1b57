import { describe, expect, it } from 'vitest';
import { atMost } from './at-most.ts';

describe('atMost', () => {
  it('loses no result when several end at the same time, and keeps their order', async () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const results = await atMost(7, items, async (item) => {
      await new Promise((resolve) => setImmediate(resolve));
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
  });

  it('has no more than the limit under way', async () => {
    let [underWay, most] = [0, 0];
    await atMost(3, Array.from({ length: 20 }), async () => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    });
    expect(most).toBe(3);
  });
});
