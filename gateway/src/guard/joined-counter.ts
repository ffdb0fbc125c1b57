import { admittedOf } from './rate-counter.ts';
import type { CountedTogether, RateCount, RateCounter, RateLimit } from './rate-counter.ts';

interface Joined {
  readonly limits: readonly RateLimit[];
  readonly windowMs: number;
  readonly counted: PromiseWithResolvers<readonly RateCount[]>;
  requests: number;
}

/**
 * Counts what arrives with the same keys during one turn of the event loop in one step, and tells each request its own place
 * in it: as exact as counting one by one, at a fraction of the trips to the counter.
 */
export function joinCounts(
  countTogether: (counted: CountedTogether) => Promise<readonly RateCount[]>,
): RateCounter {
  let waiting = new Map<string, Joined>();

  function flush(): void {
    const joins = waiting.values();
    waiting = new Map();
    for (const { limits, windowMs, requests, counted } of joins) {
      countTogether({ limits, windowMs, requests }).then(counted.resolve, counted.reject);
    }
  }

  return {
    async count(limits, windowMs) {
      if (waiting.size === 0) setImmediate(flush);
      const keys = keysOf(limits);
      let joined = waiting.get(keys);
      if (joined === undefined) {
        joined = { limits, windowMs, counted: Promise.withResolvers(), requests: 0 };
        waiting.set(keys, joined);
      }
      joined.requests += 1;
      const place = joined.requests;
      return countsOf(await joined.counted.promise, joined, place);
    },
  };
}

function keysOf(limits: readonly RateLimit[]): string {
  let keys = '';
  for (const { key } of limits) keys += `${key} `;
  return keys;
}

/** Of the requests counted together a limit admits the first ones, so that a request has the same place in every limit. */
function countsOf(
  together: readonly RateCount[],
  { limits, requests }: Pick<Joined, 'limits' | 'requests'>,
  place: number,
): readonly RateCount[] {
  const counts: RateCount[] = [];
  let left = requests;
  for (const limit of limits) {
    const counted = together[counts.length];
    if (counted === undefined || place > left) break;
    counts.push({ count: counted.count - left + place, ttlMs: counted.ttlMs });
    left = admittedOf(limit, counted, left);
  }
  return counts;
}
