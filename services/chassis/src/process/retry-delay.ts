const defaultDelaysMs = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000];

/**
 * Returns the delay before the next attempt. The last delay applies to all further failures. @param failures the
 * number of failed attempts, at least 1
 */
export function retryDelayMs(failures: number, delaysMs: readonly number[] = defaultDelaysMs): number {
  return delaysMs[failures - 1] ?? delaysMs.at(-1) ?? 0;
}
