import { isDeepStrictEqual } from 'node:util';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Movement } from './movement.ts';
import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';

type SurplusDeps = Pick<Deps, 'jobs' | 'tasks' | 'billing' | 'logger'>;

/**
 * Compares the money that was ever held for a job with the money of the slots that it ever had, and releases what was held beyond. Charges and
 * releases of closed slots count on both sides, so that events in progress change nothing. The comparison is left to the next call while a hold
 * is in progress or changes.
 */
export async function releaseSurplus(deps: SurplusDeps, call: OutgoingCall, jobId: string): Promise<void> {
  const { jobs, tasks, billing, logger } = deps;
  const movements = await billing.listMovements(call, jobId);
  // A hold in progress is named first, so that its slots are counted if it is named no more.
  if (await tasks.hasPendingHold(jobId)) return;
  const groups = await tasks.countRepetitions(jobId);
  const job = await jobs.find(jobId);
  if (job === undefined || job.pendingHolds.length > 0) return;
  const placedCents = countPlacedCents(movements, jobId);
  if (placedCents === undefined) return;
  const surplusCents = placedCents - countSlots(job, groups) * job.unitCents;
  if (surplusCents === 0 || !isDeepStrictEqual(movements, await billing.listMovements(call, jobId))) return;
  const facts = { jobId, organizationId: job.organizationId, placedCents, surplusCents };
  if (surplusCents < 0) {
    logger.error(facts, 'less money was held for a job than its slots need');
    return;
  }
  logger.warn(facts, 'money was held for slots that a job does not have: it is released');
  await jobs.publishSurplus(job, {
    releaseId: `surplus.${placedCents.toString()}`,
    amountCents: surplusCents,
  });
}

/** Sums the holds, without those that were released because their slots were not stored. Undefined if the whole hold has ended. */
function countPlacedCents(movements: readonly Movement[], jobId: string): number | undefined {
  if (movements.some(({ cause }) => cause === `release:${jobId}`)) return undefined;
  const ofSlots = `release:${jobId}:slots.`;
  return movements.reduce((sum, { type, cause, amountCents }) => {
    if (type === 'hold') return sum + amountCents;
    return cause.startsWith(ofSlots) ? sum : sum - amountCents;
  }, 0);
}

/** Counts all slots that a job ever had, with those that an extension has not given to its tasks yet. */
function countSlots(
  { maxRepetitions, goldenSlots }: Job,
  groups: Awaited<ReturnType<Deps['tasks']['countRepetitions']>>,
): number {
  return groups.reduce(
    (sum, { repetitions, taskCount, slots }) =>
      sum + slots + taskCount * Math.max(maxRepetitions - repetitions, 0),
    goldenSlots,
  );
}
