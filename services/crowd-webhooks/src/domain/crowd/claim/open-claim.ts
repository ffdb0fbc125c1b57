import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';
import type { Claim, Task } from '../task/task.ts';
import type { PersonKey, Participant } from '../worker/worker.ts';
import { findClosedFiles, withdrawClaim } from './withdraw-claim.ts';
import type { WithdrawDeps } from './withdraw-claim.ts';

/** A claim with its task and job. */
export interface ClaimedTask {
  readonly claim: Claim;
  readonly task: Task;
  readonly job: Job;
  /** False if the worker had the claim already. */
  readonly isNew: boolean;
  /** The token of a guest who is new. */
  readonly guestToken?: string | undefined;
}

type OpenClaimDeps = WithdrawDeps & Pick<Deps, 'workLinks'>;

/**
 * Finds the open claim of a worker. `unplaced`: the claim is reserved, and no task has it yet. A claim of an outsider whose file is no longer
 * public ends here.
 */
export async function findOpenClaim(
  deps: OpenClaimDeps,
  call: CallContext,
  { job, participant }: { readonly job: Job; readonly participant: Participant },
): Promise<ClaimedTask | 'ended' | 'unplaced'> {
  const { claimId } = participant;
  if (claimId === undefined) return 'ended';
  const task = await deps.tasks.findByClaim(claimId);
  const claim = task?.claims.find(({ id }) => id === claimId);
  if (task === undefined || claim === undefined) return 'unplaced';
  if (claim.state !== 'open' || claim.expiresAt <= deps.clock.now()) return 'ended';
  const closed = await findClosedFiles(deps, call, { job, fileIds: task.variant.fileIds });
  if (closed.size === 0) return { claim, task, job, isNew: false };
  await withdrawClaim(deps, { job, participant, claimId });
  return 'ended';
}

/** Finds the open claim of a person in a job. */
export async function findClaimOfPerson(
  deps: OpenClaimDeps,
  call: CallContext,
  { job, person }: { readonly job: Job; readonly person: PersonKey },
): Promise<ClaimedTask | undefined> {
  const participant = await deps.participants.find(job.id, person);
  const open = participant && (await findOpenClaim(deps, call, { job, participant }));
  return typeof open === 'object' ? open : undefined;
}
