/** How many requests with a key a window holds. */
export interface RateLimit {
  readonly key: string;
  readonly max: number;
}

export interface RateCount {
  /** Requests in the current window, this one included. */
  readonly count: number;
  /** Until the window ends. */
  readonly ttlMs: number;
}

/** Fixed windows: the first request with a key opens one. */
export interface RateCounter {
  /**
   * Counts a request against each limit in turn, as long as those before admit it, so that what one limit refuses does not
   * use up the next. Resolves to a count for each limit it was counted in.
   */
  count(limits: readonly RateLimit[], windowMs: number): Promise<readonly RateCount[]>;
}

/** Several requests that arrived together, counted in one step; the counts are those after the last of them. */
export interface RequestBatch {
  readonly limits: readonly RateLimit[];
  readonly windowMs: number;
  readonly requests: number;
}

/** How many of the requests counted together a limit admits: the first ones, up to what was left. */
export function countAdmitted({ max }: RateLimit, { count }: RateCount, requests: number): number {
  return Math.max(0, Math.min(requests, max - (count - requests)));
}
