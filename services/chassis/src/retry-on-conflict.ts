import { DomainError } from './errors.ts';

/** In each round of concurrent writers one succeeds, so that this many writers at once all succeed. */
export const maxConflictAttempts = 100;

/**
 * Repeats an attempt that reads, decides and writes under a condition, until its write wins. An attempt resolves to `undefined` or
 * `false` when another writer came first; anything else is the result. ABORTED with reason CONCURRENT_CHANGE after 100 attempts.
 */
export async function retryOnConflict<Result>(
  attempt: (number: number) => Promise<Result | false | undefined>,
): Promise<Result> {
  for (let number = 0; number < maxConflictAttempts; number += 1) {
    const result = await attempt(number);
    if (result !== undefined && result !== false) return result;
  }
  throw new DomainError(
    'ABORTED',
    'CONCURRENT_CHANGE',
    'Too many requests change this at the same time. Send the request again.',
  );
}
