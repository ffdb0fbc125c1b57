/** The maximum of requests with one key in a window. */
export interface RateLimit {
  readonly key: string;
  readonly max: number;
}

export interface RateCount {
  /** Requests in the current window, including this one. */
  readonly count: number;
  /** Time until the window ends. */
  readonly ttlMs: number;
}

/** Counts requests in fixed windows. The first request with a key opens its window. */
export interface RateCounter {
  /**
   * Counts a request against the limits in order and stops at the first that refuses it, so that a refused request does not use up
   * the next limit. Resolves to the count of each limit that was reached.
   */
  count(limits: readonly RateLimit[], windowMs: number): Promise<readonly RateCount[]>;
}

/** Requests that are counted in one step. The resulting counts include all of them. */
export interface RequestBatch {
  readonly limits: readonly RateLimit[];
  readonly windowMs: number;
  readonly requests: number;
}

/** Returns how many requests of a batch a limit admits: the first ones, as long as some remained. */
export function countAdmitted({ max }: RateLimit, { count }: RateCount, requests: number): number {
  return Math.max(0, Math.min(requests, max - (count - requests)));
}
