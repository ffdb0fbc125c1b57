import type { Clock } from '@assay/chassis/clock';
import { countAdmitted } from './rate-counter.ts';
import type { RequestBatch, RateCount, RateCounter, RateLimit } from './rate-counter.ts';

const maxKeys = 50_000;

export interface LocalCounter extends RateCounter {
  countBatch(counted: RequestBatch): readonly RateCount[];
  /** Counts a request that another counter was told of too, but has not answered for. */
  countWithoutSharing(limits: readonly RateLimit[], windowMs: number): readonly RateCount[];
  /** Takes over how far another counter has come, to go on from there. */
  continueFrom(limits: readonly RateLimit[], counts: readonly RateCount[]): void;
  /** What was counted here, and nowhere else, since it was last asked: the requests with each key whose window is open. */
  takeUnsharedCounts(): readonly UnsharedCount[];
}

export interface UnsharedCount {
  readonly key: string;
  readonly requests: number;
  /** Until its window ends. */
  readonly ttlMs: number;
}

interface Window {
  count: number;
  endsMs: number;
  unshared: number;
}

interface Counting {
  readonly windowMs: number;
  /** Whether nobody else counts it. */
  readonly isUnshared: boolean;
}

/** Counts in this process's memory; over 50,000 keys the window opened first is forgotten. */
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
