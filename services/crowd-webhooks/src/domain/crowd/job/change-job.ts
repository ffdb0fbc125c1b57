import { isDeepStrictEqual } from 'node:util';
import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { findOwnJob } from './check-job-access.ts';
import { checkNotOfRun, wrongJobState } from './job-errors.ts';
import { checkValidUntil } from './job-order.ts';
import type { Job, JobStatus, JobTexts } from './job.ts';
import { settleJob, settleStatus } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

/** Pauses a job. Open claims may still be submitted. A repeated call changes nothing. */
export async function pauseJob(deps: SettleDeps, call: CallContext, jobId: string): Promise<Job> {
  return retryOnConflict(async () => {
    const job = await settleStatus(deps, await findOwnJob(deps, call, jobId));
    checkNotOfRun(job);
    if (job.status === 'paused') return job;
    if (job.status !== 'assignable') throw wrongJobState(job, ['assignable']);
    const change = { status: 'paused', isResumed: false, updatedAt: deps.clock.now() } as const;
    return deps.jobs.update(job, change, { change: { name: 'job.paused' }, call });
  });
}

/** The states that a resumed job may have at once, because all its slots are taken. */
const resumedStatuses: ReadonlySet<JobStatus> = new Set(['no_tasks', 'finished']);

/** Resumes a paused job. A repeated call changes nothing. FAILED_PRECONDITION if its end has passed. */
export async function resumeJob(deps: SettleDeps, call: CallContext, jobId: string): Promise<Job> {
  const resumed = await retryOnConflict(async () => {
    const job = await settleStatus(deps, await findOwnJob(deps, call, jobId));
    checkNotOfRun(job);
    if (job.status === 'assignable' || (job.isResumed === true && resumedStatuses.has(job.status)))
      return job;
    const now = deps.clock.now();
    if (job.status !== 'paused' || job.validUntil <= now) throw wrongJobState(job, ['paused']);
    const change = { status: 'assignable', isResumed: true, updatedAt: now } as const;
    return deps.jobs.update(job, change, { change: { name: 'job.resumed' }, call });
  });
  return settleJob(deps, resumed);
}

/** Changes the texts and times of a job. FAILED_PRECONDITION for an archived job, and for the end of an expired one. */
export async function updateJob(
  deps: SettleDeps,
  call: CallContext,
  { jobId, ...changes }: { readonly jobId: string } & Partial<JobTexts>,
): Promise<Job> {
  const changed = await retryOnConflict(async () => {
    const job = await settleStatus(deps, await findOwnJob(deps, call, jobId));
    checkNotOfRun(job);
    if (job.status === 'archived' || (job.status === 'expired' && changes.validUntil !== undefined)) {
      throw wrongJobState(job, ['assignable', 'paused', 'no_tasks', 'finished']);
    }
    const now = deps.clock.now();
    if (changes.validUntil !== undefined) checkValidUntil(changes.validUntil, now);
    if (isDeepStrictEqual({ ...job, ...changes }, job)) return job;
    return deps.jobs.update(job, { ...changes, updatedAt: now });
  });
  return settleJob(deps, changed);
}
