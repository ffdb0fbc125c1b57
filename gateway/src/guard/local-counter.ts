import type { Clock } from '@assay/chassis/clock';
import { admittedOf } from './rate-counter.ts';
import type { CountedTogether, RateCount, RateCounter } from './rate-counter.ts';

const maxKeys = 50_000;

export interface LocalCounter extends RateCounter {
  countTogether(counted: CountedTogether): readonly RateCount[];
}

/** Counts in this process's memory; over 50,000 keys the window opened first is forgotten. */
export function createLocalCounter(clock: Clock): LocalCounter {
  const windows = new Map<string, { count: number; endsMs: number }>();

  function add(key: string, windowMs: number, requests: number): RateCount {
    const nowMs = clock.now().getTime();
    let window = windows.get(key);
    if (window === undefined || window.endsMs <= nowMs) {
      const [oldest] = windows.keys();
      if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest);
      window = { count: 0, endsMs: nowMs + windowMs };
      windows.delete(key);
      windows.set(key, window);
    }
    window.count += requests;
    return { count: window.count, ttlMs: window.endsMs - nowMs };
  }

  function countTogether({ limits, windowMs, requests }: CountedTogether): readonly RateCount[] {
    const counts: RateCount[] = [];
    let left = requests;
    for (const limit of limits) {
      if (left === 0) break;
      const count = add(limit.key, windowMs, left);
      counts.push(count);
      left = admittedOf(limit, count, left);
    }
    return counts;
  }

  return {
    countTogether,
    count: (limits, windowMs) => Promise.resolve(countTogether({ limits, windowMs, requests: 1 })),
  };
}
