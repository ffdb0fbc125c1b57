import type { Deps } from '../../../deps.ts';

/** Removes the guests of jobs that were removed, and lets every gateway forget their tokens. */
export async function removeGuests(
  { guests, announceRemoved }: Pick<Deps, 'guests' | 'announceRemoved'>,
  organizationId: string,
  jobIds: readonly string[],
): Promise<void> {
  await guests.removeOfJobs(organizationId, jobIds);
  announceRemoved(jobIds);
}
