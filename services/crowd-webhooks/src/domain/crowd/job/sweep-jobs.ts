import { hours, minutes } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { stopsEarly } from '../task/stop-rule.ts';
import type { PersonKey } from '../worker/worker.ts';
import { abandonCreation } from './abandon-creation.ts';
import type { AbandonDeps } from './abandon-creation.ts';
import { completeExtension } from './add-repetitions.ts';
import { closeRunJob } from './close-run-job.ts';
import { mayCloseSlots } from './job.ts';
import type { Job } from './job.ts';
import { releaseFunds, settleJob, settleStatus } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

const abandonedAfterMs = minutes(1);
const releaseEveryMs = minutes(10);
const hiddenMs = hours(1);
const batchSize = 100;

type RemovalDeps = Pick<
  Deps,
  | 'jobs'
  | 'tasks'
  | 'jobValues'
  | 'answers'
  | 'participants'
  | 'earnings'
  | 'webhooks'
  | 'events'
  | 'deliveryLog'
  | 'clock'
>;

/** Ends creations whose process died. */
export async function removeAbandonedJobs(deps: AbandonDeps & Pick<Deps, 'logger'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  for (const job of await deps.jobs.listUnpaidBefore(before, batchSize)) {
    if (!(await abandonCreation(deps, job, before))) continue;
    const { id: jobId, organizationId } = job;
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

/** Completes the end of jobs of runs whose process died. */
export async function closeEndedRunJobs(deps: SettleDeps): Promise<void> {
  for (const job of await deps.jobs.listUnclosed(batchSize)) await closeRunJob(deps, job);
}

/** Settles all jobs that are not at their end, one batch after the other: for those whose process died before it did. */
export function createSettling(deps: SettleDeps): () => Promise<void> {
  let afterId = '';
  return async () => {
    const jobs = await deps.jobs.listMoving(afterId, batchSize);
    for (const job of jobs) {
      await completeExtension(deps, job);
      if (job.run !== undefined) {
        await settleJob(deps, job);
        continue;
      }
      const settled = await settleStatus(deps, job);
      if (mayCloseSlots(settled) || isReleaseDue(settled, deps.clock.now()))
        await releaseFunds(deps, settled);
    }
    afterId = jobs.length < batchSize ? '' : (jobs.at(-1)?.id ?? '');
  };
}

/** Money of slots that are closed early is released a few times in an hour, so that the ledger stays short. */
function isReleaseDue(job: Job, now: Date): boolean {
  const last = job.releases.at(-1)?.at ?? job.createdAt;
  return stopsEarly(job) && now.getTime() - last.getTime() > releaseEveryMs;
}

/** Removes the jobs of deleted projects, when their last events have had time to be delivered. Rewards stay. */
export async function removeHiddenJobs(deps: RemovalDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - hiddenMs);
  for (const job of await deps.jobs.listHidden(before, batchSize)) {
    const { id: jobId, organizationId } = job;
    const owner = { kind: 'job', id: jobId } as const;
    await keepRewards(deps, jobId);
    await deps.answers.removeJob(jobId);
    await deps.participants.removeJob(jobId);
    await deps.tasks.removeJob(jobId);
    await deps.jobValues.removeJob(jobId);
    await deps.webhooks.removeOwner(organizationId, owner, deps.clock.now());
    await deps.events.removeOwner(organizationId, owner);
    await deps.deliveryLog.removeOwner(organizationId, owner);
    await deps.jobs.remove(job);
  }
}

async function keepRewards({ answers, earnings }: RemovalDeps, jobId: string): Promise<void> {
  const cents = new Map<PersonKey, number>();
  for await (const { personKey, rewardCents } of answers.readAll({ jobId, status: 'accepted' })) {
    cents.set(personKey, (cents.get(personKey) ?? 0) + rewardCents);
  }
  // A repetition finds fewer answers, and changes nothing that was stored.
  for (const [personKey, earnedCents] of cents) await earnings.insert({ jobId, personKey, earnedCents });
}
