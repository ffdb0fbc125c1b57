import { countAdmitted } from './rate-counter.ts';
import type { RequestBatch, RateCount, RateCounter, RateLimit } from './rate-counter.ts';

interface Batch {
  readonly limits: readonly RateLimit[];
  readonly windowMs: number;
  readonly counted: PromiseWithResolvers<readonly RateCount[]>;
  requests: number;
}

/**
 * Counts all requests that have the same keys and arrive in one iteration of the event loop in one call. Each request receives its
 * own position in the batch. The counts are as exact as those of single calls, with fewer round trips.
 */
export function createBatchingCounter(
  countBatch: (counted: RequestBatch) => Promise<readonly RateCount[]>,
): RateCounter {
  let pending = new Map<string, Batch>();

  function flush(): void {
    const batches = pending.values();
    pending = new Map();
    for (const { limits, windowMs, requests, counted } of batches) {
      countBatch({ limits, windowMs, requests }).then(counted.resolve, counted.reject);
    }
  }

  return {
    async count(limits, windowMs) {
      if (pending.size === 0) setImmediate(flush);
      const keys = joinKeys(limits);
      let batch = pending.get(keys);
      if (batch === undefined) {
        batch = { limits, windowMs, counted: Promise.withResolvers(), requests: 0 };
        pending.set(keys, batch);
      }
      batch.requests += 1;
      const place = batch.requests;
      return splitCounts(await batch.counted.promise, batch, place);
    },
  };
}

function joinKeys(limits: readonly RateLimit[]): string {
  let keys = '';
  for (const { key } of limits) keys += `${key} `;
  return keys;
}

/**
 * Returns the counts of one request of a batch. A limit admits the first requests of the batch, so a position is the same in
 * all limits.
 */
function splitCounts(
  together: readonly RateCount[],
  { limits, requests }: Pick<Batch, 'limits' | 'requests'>,
  place: number,
): readonly RateCount[] {
  const counts: RateCount[] = [];
  let left = requests;
  for (const limit of limits) {
    const counted = together[counts.length];
    if (counted === undefined || place > left) break;
    counts.push({ count: counted.count - left + place, ttlMs: counted.ttlMs });
    left = countAdmitted(limit, counted, left);
  }
  return counts;
}
