const defaultDelaysMs = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000];

/** How long something rests that has failed so often, 1 at least; where there are more failures than delays, the last one stays. */
export function retryDelayMs(failures: number, delaysMs: readonly number[] = defaultDelaysMs): number {
  return delaysMs[failures - 1] ?? delaysMs.at(-1) ?? 0;
}
