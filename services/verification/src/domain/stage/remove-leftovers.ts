import type { Deps } from '../../deps.ts';

/** Longer than a worker that no longer has a stage goes on with it. */
const abandonedAfterMs = 600_000;
const batchSize = 100;

/**
 * Removes what stages stored that failed or were canceled: a worker removes what it stored in vain, unless it was killed between
 * the two, or nobody took the stage over after it was.
 */
export async function removeLeftovers({
  leftovers,
  objectDeletions,
  clock,
}: Pick<Deps, 'leftovers' | 'objectDeletions' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  for (const leftover of await leftovers.list(before, batchSize)) {
    await objectDeletions.schedule(leftover.organizationId, leftover.prefix);
    await leftovers.forget(leftover);
  }
}
