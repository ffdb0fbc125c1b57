import type { RateCount, RateCounter } from './rate-counter.ts';

interface Joined {
  readonly key: string;
  readonly windowMs: number;
  readonly counted: PromiseWithResolvers<RateCount>;
  requests: number;
}

/**
 * Counts what arrives with one key during one turn of the event loop in one step, and tells each request its own place in it:
 * as exact as counting one by one, at a fraction of the trips to the counter.
 */
export function joinCounts(
  countTogether: (key: string, windowMs: number, requests: number) => Promise<RateCount>,
): RateCounter {
  let waiting = new Map<string, Joined>();

  function flush(): void {
    const joins = waiting.values();
    waiting = new Map();
    for (const { key, windowMs, requests, counted } of joins) {
      countTogether(key, windowMs, requests).then(counted.resolve, counted.reject);
    }
  }

  return {
    async increment(key, windowMs) {
      if (waiting.size === 0) setImmediate(flush);
      let joined = waiting.get(key);
      if (joined === undefined) {
        joined = { key, windowMs, counted: Promise.withResolvers(), requests: 0 };
        waiting.set(key, joined);
      }
      joined.requests += 1;
      const place = joined.requests;
      const { count, ttlMs } = await joined.counted.promise;
      return { count: count - joined.requests + place, ttlMs };
    },
  };
}
