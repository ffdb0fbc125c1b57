import { createServiceCall } from '@assay/chassis/call-context';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { releaseFunds, settleJob, settleStatus } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

const abandonedAfterMs = minutes(1);
const batchSize = 100;

/** Ends creations whose process died: such a job can be accepted no more, then its hold is released, then it is removed. */
export async function removeAbandonedJobs(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'webhooks' | 'billing' | 'clock' | 'logger'>,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  for (const job of await deps.jobs.listUnpaidBefore(before, batchSize)) {
    const { id: jobId, organizationId } = job;
    if (!(await deps.jobs.abandon(jobId, before))) continue;
    await deps.billing.releaseHold(createServiceCall('crowd-webhooks', organizationId), job);
    await deps.webhooks.removeOwner(organizationId, { kind: 'job', id: jobId }, deps.clock.now());
    await deps.tasks.removeJob(jobId);
    await deps.jobs.removeUnpaid(jobId);
    deps.logger.info({ jobId, organizationId }, 'removed a job whose creation was never finished');
  }
}

/** Moves jobs whose time has passed, and jobs with claims whose time has passed. */
export async function settleOverdue(deps: SettleDeps): Promise<void> {
  const now = deps.clock.now();
  const overdue = await deps.jobs.listOverdue(now, batchSize);
  const expired = await deps.tasks.listJobsWithExpired(now, batchSize);
  const others = await Promise.all(expired.map((id) => deps.jobs.find(id)));
  for (const job of [...overdue, ...others]) if (job !== undefined) await settleJob(deps, job);
}

/** Settles all jobs that are not at their end, one batch after the other: for those whose process died before it did. */
export function createSettling(deps: SettleDeps): () => Promise<void> {
  let afterId = '';
  return async () => {
    const jobs = await deps.jobs.listMoving(afterId, batchSize);
    for (const job of jobs) {
      const settled = await settleStatus(deps, job);
      if (job.consensusThreshold !== undefined) await releaseFunds(deps, settled);
    }
    afterId = jobs.length < batchSize ? '' : (jobs.at(-1)?.id ?? '');
  };
}
