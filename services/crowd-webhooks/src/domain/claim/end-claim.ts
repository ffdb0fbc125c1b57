import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { claimEnded } from '../job/job-errors.ts';
import { settleJob } from '../job/settle-job.ts';
import { replaceClaim, setState } from '../task/change-task.ts';
import type { Claim } from '../task/task.ts';
import { findOwnClaim } from './find-claim.ts';
import type { ClaimedTask } from './claim-task.ts';

type Claims = Pick<Deps, 'jobs' | 'tasks' | 'participants' | 'clock'>;

/** Returns a task. Its slot is free at once. A repeated call changes nothing; CLAIM_ENDED for a claim that expired or has an answer. */
export async function returnClaim(deps: Claims, call: CallContext, claimId: string): Promise<void> {
  const { task, participant } = await retryOnConflict(async () => {
    const own = await findOwnClaim(deps, call, claimId);
    if (own.claim.state === 'returned') return own;
    checkOpen(own.claim, deps.clock.now());
    return (await deps.tasks.replace(setState(own.task, claimId, 'returned'))) && own;
  });
  const { jobId, place } = task;
  await deps.participants.release(jobId, participant.workerId, { claimId, place });
  const job = await deps.jobs.find(jobId);
  if (job !== undefined) await settleJob(deps, job);
}

/** Extends an open claim once, by the time that the job gives for a task. */
export async function extendClaim(deps: Claims, call: CallContext, claimId: string): Promise<ClaimedTask> {
  return retryOnConflict(async () => {
    const { claim, task } = await findOwnClaim(deps, call, claimId);
    checkOpen(claim, deps.clock.now());
    if (claim.isExtended) {
      throw new DomainError(
        'FAILED_PRECONDITION',
        'CLAIM_EXTENDED',
        'The claim was extended already. Submit or return it.',
      );
    }
    const job = await deps.jobs.find(task.jobId);
    if (job === undefined) throw claimEnded();
    const expiresAt = new Date(claim.expiresAt.getTime() + minutes(job.claimTtlMinutes));
    const extended = { ...claim, expiresAt, isExtended: true };
    const changed = replaceClaim(task, claimId, () => extended);
    return (await deps.tasks.replace(changed)) && { claim: extended, task: changed, job, isNew: false };
  });
}

function checkOpen({ state, expiresAt }: Claim, now: Date): void {
  if (state !== 'open' || expiresAt <= now) throw claimEnded();
}
