import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { mayWorkOn } from '../job/check-job-access.ts';
import { claimEnded } from '../job/job-errors.ts';
import { settleJob } from '../job/settle-job.ts';
import { replaceClaim, setState } from '../task/change-task.ts';
import type { Claim } from '../task/task.ts';
import { findOwnClaim } from './find-claim.ts';
import type { ClaimedTask } from './open-claim.ts';
import { checkFilesOfClaim, releaseClaim } from './withdraw-claim.ts';
import type { WithdrawDeps } from './withdraw-claim.ts';

/** Returns a task. Its slot is free at once. A repeated call changes nothing; CLAIM_ENDED for a claim that expired or has an answer. */
export async function returnClaim(deps: WithdrawDeps, call: CallContext, claimId: string): Promise<void> {
  const { task, participant } = await retryOnConflict(async () => {
    const own = await findOwnClaim(deps, call, claimId);
    if (own.claim.state === 'returned') return own;
    checkOpen(own.claim, deps.clock.now());
    return (await deps.tasks.replace(setState(own.task, claimId, 'returned'))) && own;
  });
  await releaseClaim(deps, participant, claimId);
  const job = await deps.jobs.find(task.jobId);
  if (job !== undefined) await settleJob(deps, job);
}

/**
 * Extends an open claim once, by the time that the job gives for a task. Guests cannot extend: one client address could hold the slots of a job.
 * NOT_FOUND for a worker who may not work on the job any more; CLAIM_WITHDRAWN if outsiders may not see a file of the task any more.
 */
export async function extendClaim(
  deps: WithdrawDeps & Pick<Deps, 'workLinks'>,
  call: CallContext,
  claimId: string,
): Promise<ClaimedTask> {
  return retryOnConflict(async () => {
    const { claim, task, participant } = await findOwnClaim(deps, call, claimId);
    checkOpen(claim, deps.clock.now());
    const job = await deps.jobs.find(task.jobId);
    if (job === undefined) throw claimEnded();
    if (!mayWorkOn(job, call)) throw notFound('claim');
    await checkFilesOfClaim(deps, call, { job, participant, claimId, fileIds: task.variant.fileIds });
    checkExtension(claim, participant);
    const expiresAt = new Date(claim.expiresAt.getTime() + minutes(job.claimTtlMinutes));
    const extended = { ...claim, expiresAt, isExtended: true };
    const changed = replaceClaim(task, claimId, () => extended);
    return (await deps.tasks.replace(changed)) && { claim: extended, task: changed, job, isNew: false };
  });
}

function checkExtension({ isExtended }: Claim, { isGuest }: { readonly isGuest: boolean }): void {
  if (isGuest) {
    throw new DomainError(
      'FAILED_PRECONDITION',
      'GUEST_EXTENSION',
      'Guests cannot extend a claim. Submit or return the task in time.',
    );
  }
  if (!isExtended) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'CLAIM_EXTENDED',
    'The claim was extended already. Submit or return it.',
  );
}

function checkOpen(claim: Claim, now: Date): void {
  if (claim.state !== 'open' || claim.expiresAt <= now) throw claimEnded(claim);
}
