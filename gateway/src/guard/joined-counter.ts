import { admittedOf } from './rate-counter.ts';
import type { CountedTogether, RateCount, RateCounter, RateLimit } from './rate-counter.ts';

interface Joined {
  readonly limits: readonly RateLimit[];
  readonly windowMs: number;
  readonly counted: PromiseWithResolvers<readonly RateCount[]>;
  requests: number;
}

/** Why requests were not counted at all: the step they waited for failed. */
export const notAsked = new Error('what was counted before them failed');

/**
 * Counts what arrives with the same keys during one turn of the event loop, or while the step before is under way, in one
 * step, and tells each request its own place in it: as exact as counting one by one, at a fraction of the trips to the
 * counter. Where a step fails, those that wait for it are rejected with `notAsked`.
 */
export function joinCounts(
  countTogether: (counted: CountedTogether) => Promise<readonly RateCount[]>,
): RateCounter {
  const waiting = new Map<string, Joined>();
  /** The keys whose next step begins by itself. */
  const busy = new Set<string>();

  function take(keys: string): Joined | undefined {
    const joined = waiting.get(keys);
    waiting.delete(keys);
    return joined;
  }

  async function countWaiting(keys: string): Promise<void> {
    for (let joined = take(keys); joined !== undefined; joined = take(keys)) {
      const { limits, windowMs, requests, counted } = joined;
      try {
        counted.resolve(await countTogether({ limits, windowMs, requests }));
      } catch (error) {
        counted.reject(error);
        take(keys)?.counted.reject(notAsked);
      }
    }
    busy.delete(keys);
  }

  return {
    async count(limits, windowMs) {
      const keys = keysOf(limits);
      let joined = waiting.get(keys);
      if (joined === undefined) {
        joined = { limits, windowMs, counted: Promise.withResolvers(), requests: 0 };
        waiting.set(keys, joined);
      }
      if (!busy.has(keys)) {
        busy.add(keys);
        setImmediate(() => void countWaiting(keys));
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
