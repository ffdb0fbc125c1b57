import type { Collection } from 'mongodb';
import { noSlots } from '../../domain/crowd/job/job.ts';
import type { JobCounts } from '../../domain/crowd/job/job.ts';
import type { TaskDocument } from './task-document.ts';

interface Sums extends Omit<JobCounts, 'goldenAccepted' | 'goldenClaimed'> {
  readonly _id: { readonly jobId: string; readonly isGolden: boolean };
}

const sums = {
  available: { $sum: '$counts.free' },
  claimed: { $sum: '$counts.open' },
  pendingReview: { $sum: '$counts.pending' },
  accepted: { $sum: '$counts.accepted' },
  rejected: { $sum: '$counts.rejected' },
  returned: { $sum: '$counts.returned' },
  expired: { $sum: '$counts.expired' },
  unopened: { $sum: '$counts.unopened' },
  closed: { $sum: '$counts.closed' },
};

/** Sums the slots of the tasks of each job. */
export async function countTasks(
  collection: Collection<TaskDocument>,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, JobCounts>> {
  if (jobIds.length === 0) return new Map();
  const groups = await collection
    .aggregate<Sums>([
      { $match: { jobId: { $in: [...jobIds] } } },
      { $group: { _id: { jobId: '$jobId', isGolden: '$isGolden' }, ...sums } },
    ])
    .toArray();
  const counts = new Map<string, JobCounts>();
  for (const {
    _id: { jobId, isGolden },
    ...slots
  } of groups) {
    const own = counts.get(jobId) ?? noSlots;
    const changed = isGolden
      ? { ...own, goldenAccepted: slots.accepted, goldenClaimed: slots.claimed }
      : { ...slots, goldenAccepted: own.goldenAccepted, goldenClaimed: own.goldenClaimed };
    counts.set(jobId, changed);
  }
  return counts;
}

/** The tasks of a job that have the same number of repetitions. */
export interface RepetitionGroup {
  readonly repetitions: number;
  readonly taskCount: number;
  readonly slots: number;
}

/** Counts the tasks of a job and their slots by their repetitions, golden tasks apart. */
export async function countRepetitions(
  collection: Collection<TaskDocument>,
  jobId: string,
): Promise<readonly RepetitionGroup[]> {
  const counted = { taskCount: { $sum: 1 }, slots: { $sum: '$slots' } };
  const groups = await collection
    .aggregate<Omit<RepetitionGroup, 'repetitions'> & { readonly _id: number }>([
      { $match: { jobId, isGolden: false } },
      { $group: { _id: '$repetitions', ...counted } },
    ])
    .toArray();
  return groups.map(({ _id: repetitions, ...group }) => ({ repetitions, ...group }));
}
