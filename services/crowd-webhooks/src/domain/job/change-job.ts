import { isDeepStrictEqual } from 'node:util';
import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { acceptMany } from '../answer/accept-many.ts';
import type { CompletionDeps } from '../answer/complete-submission.ts';
import { findOwnJob } from './check-job-access.ts';
import { wrongJobState } from './job-errors.ts';
import { checkValidUntil } from './job-order.ts';
import { maxSlotsPerJob } from './job.ts';
import type { Job, JobTexts } from './job.ts';
import { settleJob, settleStatus } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

/** Pauses a job. Open claims may still be submitted. A repeated call changes nothing. */
export async function pauseJob(deps: SettleDeps, call: CallContext, jobId: string): Promise<Job> {
  return retryOnConflict(async () => {
    const job = await settleStatus(deps, await findOwnJob(deps, call, jobId));
    if (job.status === 'paused') return job;
    if (job.status !== 'assignable') throw wrongJobState(job, ['assignable']);
    const change = { status: 'paused', updatedAt: deps.clock.now() } as const;
    return deps.jobs.update(job, change, { change: { name: 'job.paused' }, call });
  });
}

/** Resumes a paused job. FAILED_PRECONDITION if its end has passed. */
export async function resumeJob(deps: SettleDeps, call: CallContext, jobId: string): Promise<Job> {
  const resumed = await retryOnConflict(async () => {
    const job = await findOwnJob(deps, call, jobId);
    if (job.status === 'assignable') return job;
    const now = deps.clock.now();
    if (job.status !== 'paused' || job.validUntil <= now) throw wrongJobState(job, ['paused']);
    const change = { status: 'assignable', updatedAt: now } as const;
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

export interface Extension {
  readonly jobId: string;
  readonly additionalRepetitions: number;
  readonly validUntil: Date | undefined;
}

/**
 * Adds repetitions to each variant, whose money is held first. Slots that were closed stay closed. The job is assignable afterwards.
 * INVALID_ARGUMENT for a job past its end without a new one.
 */
export async function extendJob(
  deps: SettleDeps & Pick<Deps, 'billing'>,
  call: CallContext,
  { jobId, additionalRepetitions, validUntil }: Extension,
): Promise<Job> {
  const holdId = newIdFor(call, 'extension');
  const extended = await retryOnConflict(async () => {
    const job = await settleStatus(deps, await findOwnJob(deps, call, jobId));
    if (job.extensionIds.includes(holdId)) return job;
    const now = deps.clock.now();
    checkExtension(job, { additionalRepetitions, validUntil }, now);
    const amountCents = job.variantCount * additionalRepetitions * job.unitCents;
    await deps.billing.raiseHold(call, job, { holdId, amountCents });
    const change = {
      status: 'assignable',
      maxRepetitions: job.maxRepetitions + additionalRepetitions,
      validUntil: validUntil ?? job.validUntil,
      extensionIds: [...job.extensionIds, holdId].slice(-100),
      updatedAt: now,
    } as const;
    const news = { change: { name: 'job.extended', additionalRepetitions }, call };
    return deps.jobs.update(job, change, news);
  });
  await addRepetitions(deps, extended);
  return extended;
}

function checkExtension(
  job: Job,
  { additionalRepetitions, validUntil }: Omit<Extension, 'jobId'>,
  now: Date,
): void {
  if (job.status === 'archived') {
    throw wrongJobState(job, ['finished', 'no_tasks', 'assignable', 'paused', 'expired']);
  }
  if (validUntil !== undefined) checkValidUntil(validUntil, now);
  else if (job.validUntil <= now) {
    throw invalidField('validUntil', 'The end of the job has passed. Send a new `validUntil`.');
  }
  if (job.variantCount * (job.maxRepetitions + additionalRepetitions) > maxSlotsPerJob) {
    throw invalidField('additionalRepetitions', `A job has at most ${maxSlotsPerJob.toString()} slots.`);
  }
}

/** Gives each task the repetitions of its job. A task that has them already is not changed. */
export async function addRepetitions({ tasks }: Pick<Deps, 'tasks'>, job: Job): Promise<void> {
  const { id, maxRepetitions } = job;
  for await (const { id: taskId, isGolden, repetitions } of tasks.readAll(id)) {
    if (isGolden || repetitions >= maxRepetitions) continue;
    await retryOnConflict(async () => {
      const task = await tasks.find(id, taskId);
      if (task === undefined || task.repetitions >= maxRepetitions) return true;
      const added = maxRepetitions - task.repetitions;
      return tasks.replace({ ...task, repetitions: maxRepetitions, slots: task.slots + added });
    });
  }
}

/**
 * Archives a job for good: free slots are closed and their money is released. Open claims may still be submitted and are paid; with
 * `accept_all` the answers that wait for review are accepted. A repeated call changes nothing.
 */
export async function archiveJob(
  deps: CompletionDeps,
  call: CallContext,
  { jobId, acceptAll }: { readonly jobId: string; readonly acceptAll: boolean },
): Promise<Job> {
  const { status } = await findOwnJob(deps, call, jobId);
  if (acceptAll && status !== 'archived') {
    for (;;) {
      const { remaining = 0, accepted } = await acceptMany(deps, call, { jobId, allPending: true });
      if (remaining === 0 || accepted === 0) break;
    }
  }
  const archived = await retryOnConflict(async () => {
    const job = await findOwnJob(deps, call, jobId);
    if (job.status === 'archived') return job;
    const now = deps.clock.now();
    const change = { status: 'archived', updatedAt: now } as const;
    const news = { change: { name: 'job.archived' }, call, audited: 'crowd_job.archive' };
    return deps.jobs.update(job, change, news);
  });
  return settleJob(deps, archived);
}
