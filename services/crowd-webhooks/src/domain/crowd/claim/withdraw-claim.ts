import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { isOutsider } from '../job/check-job-access.ts';
import { claimWithdrawn } from '../job/job-errors.ts';
import type { Job } from '../job/job.ts';
import { settleJob } from '../job/settle-job.ts';
import { setState } from '../task/change-task.ts';
import type { Participant } from '../worker/worker.ts';

export type WithdrawDeps = Pick<Deps, 'jobs' | 'tasks' | 'participants' | 'guestClaims' | 'clock'>;

interface ShownFiles {
  readonly job: Job;
  readonly fileIds: readonly string[];
}

/** Returns those files that the caller may not see now: for outsiders of the job, files that are not public. */
export async function findClosedFiles(
  { workLinks }: Pick<Deps, 'workLinks'>,
  call: CallContext,
  { job, fileIds }: ShownFiles,
): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0 || !isOutsider(job, call)) return new Set();
  return workLinks.findClosed(call, job.organizationId, fileIds);
}

interface OwnedClaim {
  readonly job: Job;
  readonly participant: Participant;
  readonly claimId: string;
}

/** Withdraws an open claim, and throws CLAIM_WITHDRAWN, if the caller may not see its files any more. */
export async function checkFilesOfClaim(
  deps: WithdrawDeps & Pick<Deps, 'workLinks'>,
  call: CallContext,
  { fileIds, ...owned }: OwnedClaim & Pick<ShownFiles, 'fileIds'>,
): Promise<void> {
  const closed = await findClosedFiles(deps, call, { job: owned.job, fileIds });
  if (closed.size === 0) return;
  await withdrawClaim(deps, owned);
  throw claimWithdrawn();
}

/** Ends an open claim because of its files. Its slot is free at once. A claim that is no longer open stays as it is. */
export async function withdrawClaim(
  deps: WithdrawDeps,
  { job, participant, claimId }: OwnedClaim,
): Promise<void> {
  await endOpenClaim(deps, claimId, 'withdrawn');
  await releaseClaim(deps, participant, claimId);
  await settleJob(deps, job);
}

/**
 * Gives back the claim of a new guest who does not get it: without its token nobody can work on the task or return it, and it would count for
 * the client address until it expires. The claim may be placed already or not.
 */
export async function cancelNewClaim(
  deps: WithdrawDeps,
  { job, claimId }: Pick<OwnedClaim, 'job' | 'claimId'>,
): Promise<void> {
  const ended = await endOpenClaim(deps, claimId, 'returned');
  await deps.guestClaims.release(claimId);
  if (ended === 'ended') await settleJob(deps, job);
}

/** Ends a claim, unless no task has it. A claim that is no longer open stays as it is. */
function endOpenClaim(
  { tasks }: Pick<Deps, 'tasks'>,
  claimId: string,
  state: 'returned' | 'withdrawn',
): Promise<'unplaced' | 'ended'> {
  return retryOnConflict(async () => {
    const task = await tasks.findByClaim(claimId);
    const claim = task?.claims.find(({ id }) => id === claimId);
    if (task === undefined || claim === undefined) return 'unplaced';
    if (claim.state !== 'open') return 'ended';
    return (await tasks.replace(setState(task, claimId, state))) && 'ended';
  });
}

/** Lets the worker claim again after a claim has ended without an answer. */
export async function releaseClaim(
  { participants, guestClaims }: Pick<Deps, 'participants' | 'guestClaims'>,
  { jobId, workerId, isGuest }: Participant,
  claimId: string,
): Promise<void> {
  await participants.release(jobId, workerId, { claimId });
  if (isGuest) await guestClaims.release(claimId);
}
