import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { giveUpHold, holdWasReleased, ownByJob } from '../money/give-up-hold.ts';
import { findUsable, withHold, withoutHold } from '../money/pending-hold.ts';
import type { PendingHold } from '../money/pending-hold.ts';
import { addRepetitions } from './add-repetitions.ts';
import { findOwnJob } from './check-job-access.ts';
import { checkNotOfRun, wrongJobState } from './job-errors.ts';
import { checkSlots, checkValidUntil } from './job-order.ts';
import { hasEnded } from './job.ts';
import type { Job } from './job.ts';
import { settleJob } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

export interface Extension {
  readonly jobId: string;
  readonly additionalRepetitions: number;
  readonly validUntil: Date | undefined;
}

type ExtendDeps = SettleDeps & Pick<Deps, 'billing' | 'surveyVersions' | 'logger'>;

interface Order extends Extension {
  readonly operationId: string;
}

/**
 * Adds repetitions to each variant, whose money is held first. Slots that were closed stay closed. The job is assignable afterwards. A refused
 * extension, and one whose process died, leaves no money held. INVALID_ARGUMENT for a job past its end without a new one.
 */
export async function extendJob(deps: ExtendDeps, call: CallContext, extension: Extension): Promise<Job> {
  const order = { ...extension, operationId: newIdFor(call, 'extension') };
  const extended = await payAndExtend(deps, call, order);
  await addRepetitions(deps, extended);
  const current = await deps.jobs.find(extended.id);
  // The job may have been archived before its tasks had the new slots.
  if (current !== undefined && (current.hasDeletedFiles || hasEnded(current, deps.clock.now())))
    await settleJob(deps, current);
  return extended;
}

async function payAndExtend(deps: ExtendDeps, call: CallContext, order: Order): Promise<Job> {
  const { job, hold } = await nameHold(deps, call, order);
  if (hold === undefined) return job;
  try {
    await deps.billing.raiseHold(call, job, hold);
    return await storeExtension(deps, call, order);
  } catch (error) {
    const findOwner = async () => {
      const current = await deps.jobs.find(order.jobId);
      return current && ownByJob(deps.jobs, current);
    };
    await giveUpHold(deps, { hold, findOwner, error });
    throw error;
  }
}

/** Names the hold of the extension in the job. Without a hold, an earlier attempt has extended the job. */
function nameHold(
  deps: ExtendDeps,
  call: CallContext,
  order: Order,
): Promise<{ readonly job: Job; readonly hold?: PendingHold }> {
  return retryOnConflict(async () => {
    // The slots of a job at its end are closed before it gets new ones.
    const job = await settleJob(deps, await findOwnJob(deps, call, order.jobId));
    checkNotOfRun(job);
    if (job.extensionIds.includes(order.operationId)) return { job };
    const since = deps.clock.now();
    checkExtension(job, order, since);
    await checkNewSlots(deps, job, order);
    const amountCents = job.variantCount * order.additionalRepetitions * job.unitCents;
    const earlier = findUsable(job.pendingHolds, order.operationId);
    const { operationId } = order;
    const hold = earlier ?? { holdId: newId(), operationId, amountCents, since, isAbandoned: false };
    const named = { pendingHolds: withHold(job.pendingHolds, { ...hold, since }) };
    const stored = await deps.jobs.update(job, named);
    return stored && { job: stored, hold };
  });
}

function storeExtension(deps: ExtendDeps, call: CallContext, order: Order): Promise<Job> {
  const { jobId, operationId, additionalRepetitions, validUntil } = order;
  return retryOnConflict(async () => {
    const job = await settleJob(deps, await findOwnJob(deps, call, jobId));
    if (job.extensionIds.includes(operationId)) return job;
    const now = deps.clock.now();
    checkExtension(job, order, now);
    await checkNewSlots(deps, job, order);
    const hold = findUsable(job.pendingHolds, operationId);
    if (hold === undefined) throw holdWasReleased();
    const change = {
      status: 'assignable',
      maxRepetitions: job.maxRepetitions + additionalRepetitions,
      validUntil: validUntil ?? job.validUntil,
      extensionIds: [...job.extensionIds, operationId].slice(-100),
      pendingHolds: withoutHold(job.pendingHolds, hold),
      updatedAt: now,
    } as const;
    const news = { change: { name: 'job.extended', additionalRepetitions }, call };
    return deps.jobs.update(job, change, news);
  });
}

async function checkNewSlots(
  { surveyVersions }: ExtendDeps,
  job: Job,
  { additionalRepetitions }: Extension,
): Promise<void> {
  const survey = await surveyVersions.findForJob(job);
  if (survey === undefined) throw notFound('crowd job');
  const maxRepetitions = job.maxRepetitions + additionalRepetitions;
  checkSlots(survey, { variantCount: job.variantCount, maxRepetitions }, 'additionalRepetitions');
}

function checkExtension(job: Job, { validUntil }: Extension, now: Date): void {
  if (job.status === 'archived') {
    throw wrongJobState(job, ['finished', 'no_tasks', 'assignable', 'paused', 'expired']);
  }
  if (validUntil !== undefined) checkValidUntil(validUntil, now);
  else if (job.validUntil <= now) {
    throw invalidField('validUntil', 'The end of the job has passed. Send a new `validUntil`.');
  }
}
