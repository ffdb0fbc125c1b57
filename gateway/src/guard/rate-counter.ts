export interface RateCount {
  /** Requests in the current window, this one included. */
  readonly count: number;
  /** Until the window ends. */
  readonly ttlMs: number;
}

/** Fixed windows: the first request with a key opens one. */
export interface RateCounter {
  increment(key: string, windowMs: number): Promise<RateCount>;
}
