import type { Clock } from '@assay/chassis/clock';
import { countAdmitted } from './rate-counter.ts';
import type { RequestBatch, RateCount, RateCounter, RateLimit } from './rate-counter.ts';

const maxKeys = 50_000;

export interface LocalCounter extends RateCounter {
  countBatch(counted: RequestBatch): readonly RateCount[];
  /** Counts a request that was also sent to another counter, which has not responded yet. */
  countWithoutSharing(limits: readonly RateLimit[], windowMs: number): readonly RateCount[];
  /** Sets the windows to the counts of another counter. */
  continueFrom(limits: readonly RateLimit[], counts: readonly RateCount[]): void;
  /** Returns and resets the requests that only this counter has counted, for each key with an open window. */
  takeUnsharedCounts(): readonly UnsharedCount[];
}

export interface UnsharedCount {
  readonly key: string;
  readonly requests: number;
  /** Time until the window ends. */
  readonly ttlMs: number;
}

interface Window {
  count: number;
  endsMs: number;
  unshared: number;
}

interface Counting {
  readonly windowMs: number;
  /** True: no other counter counts these requests. */
  readonly isUnshared: boolean;
}

/** Creates a counter in the memory of this process. Over 50,000 keys, it drops the window that was opened first. */
export function createLocalCounter(clock: Clock): LocalCounter {
  const windows = new Map<string, Window>();

  function openWindow(key: string, endsMs: number): Window {
    const [oldest] = windows.keys();
    if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest);
    const window = { count: 0, endsMs, unshared: 0 };
    windows.delete(key);
    windows.set(key, window);
    return window;
  }

  function add(key: string, { windowMs, isUnshared }: Counting, requests: number): RateCount {
    const nowMs = clock.now().getTime();
    const known = windows.get(key);
    const window = known !== undefined && known.endsMs > nowMs ? known : openWindow(key, nowMs + windowMs);
    window.count += requests;
    if (isUnshared) window.unshared += requests;
    return { count: window.count, ttlMs: window.endsMs - nowMs };
  }

  function count(limits: readonly RateLimit[], counting: Counting, requests: number): readonly RateCount[] {
    const counts: RateCount[] = [];
    let left = requests;
    for (const limit of limits) {
      if (left === 0) break;
      const counted = add(limit.key, counting, left);
      counts.push(counted);
      left = countAdmitted(limit, counted, left);
    }
    return counts;
  }

  return {
    countBatch: ({ limits, windowMs, requests }) => count(limits, { windowMs, isUnshared: true }, requests),
    countWithoutSharing: (limits, windowMs) => count(limits, { windowMs, isUnshared: false }, 1),
    continueFrom(limits, counts) {
      const nowMs = clock.now().getTime();
      for (const [index, { count, ttlMs }] of counts.entries()) {
        const key = limits[index]?.key ?? '';
        const known = windows.get(key);
        const window = known !== undefined && known.endsMs > nowMs ? known : openWindow(key, nowMs);
        window.count = count;
        window.endsMs = nowMs + ttlMs;
      }
    },
    takeUnsharedCounts() {
      const nowMs = clock.now().getTime();
      const taken: UnsharedCount[] = [];
      for (const [key, window] of windows) {
        if (window.unshared > 0 && window.endsMs > nowMs) {
          taken.push({ key, requests: window.unshared, ttlMs: window.endsMs - nowMs });
        }
        window.unshared = 0;
      }
      return taken;
    },
    count: (limits, windowMs) => Promise.resolve(count(limits, { windowMs, isUnshared: true }, 1)),
  };
}
