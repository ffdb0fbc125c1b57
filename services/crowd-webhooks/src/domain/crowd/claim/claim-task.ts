import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { createGuest } from '../guest/create-guest.ts';
import { findJobToWorkOn } from '../job/check-job-access.ts';
import { nothingToClaim } from '../job/job-errors.ts';
import type { Job } from '../job/job.ts';
import { settleStatus } from '../job/settle-job.ts';
import { addClaim } from '../task/change-task.ts';
import { countSlots } from '../task/task.ts';
import { readPerson } from '../worker/person.ts';
import type { Caller } from '../worker/profile.ts';
import type { Participant } from '../worker/worker.ts';
import { isDeviceAllowed } from '../worker/qualifications.ts';
import { countGuestClaim } from './guest-claims.ts';
import { joinJob, mayClaim, notQualified } from './join-job.ts';
import { findNextTask } from './next-tasks.ts';
import { findClaimOfPerson, findOpenClaim } from './open-claim.ts';
import type { ClaimedTask } from './open-claim.ts';
import { cancelNewClaim, releaseClaim } from './withdraw-claim.ts';

export interface ClaimRequest {
  readonly jobId: string;
  /** The name of a new guest. */
  readonly guestName: string | undefined;
}

export type ClaimDeps = Pick<Deps, 'jobs' | 'tasks' | 'participants' | 'workers' | 'workLinks' | 'clock'> &
  Pick<Deps, 'guests' | 'guestCounts' | 'guestClaims' | 'guestsPerAddress' | 'workerProfiles'>;

/**
 * Claims the next task of a job for the worker. A worker who has an open claim in the job gets it again. FAILED_PRECONDITION with reason
 * NO_TASKS if nothing is free; PERMISSION_DENIED for a worker who is blocked or not qualified; RESOURCE_EXHAUSTED for a guest whose client
 * address has too many guests or open claims; the errors of `findJobToWorkOn`.
 */
export async function claimTask(
  deps: ClaimDeps,
  call: CallContext,
  { jobId, guestName = '' }: ClaimRequest,
): Promise<ClaimedTask> {
  const job = await findJobToWorkOn(deps, call, jobId);
  const person = readPerson(call);
  const { deviceType } = call;
  if (!isClaimable(job, deps.clock.now())) {
    const open = person && (await findClaimOfPerson(deps, call, { job, person }));
    if (open !== undefined) return open;
    throw nothingToClaim(await settleStatus(deps, job));
  }
  if (person !== undefined) {
    const caller = { person, deviceType };
    if (await mayClaim(deps, job, caller)) return claimFor(deps, call, { job, caller, claimId: newId() });
    const open = await findClaimOfPerson(deps, call, { job, person });
    if (open === undefined) throw notQualified();
    return open;
  }
  // A guest who is not qualified is not stored.
  if (!isDeviceAllowed(job, deviceType)) throw notQualified();
  return claimForNewGuest(deps, call, { job, guestName });
}

/** A guest gets the token only with a claim, so the claim is counted for the address first. */
async function claimForNewGuest(
  deps: ClaimDeps,
  call: CallContext,
  { job, guestName: name }: { readonly job: Job; readonly guestName: string },
): Promise<ClaimedTask> {
  const claimId = newId();
  await countGuestClaim(deps, call, { job, claimId });
  const { id: jobId, organizationId } = job;
  const { deviceType } = call;
  try {
    const guest = await createGuest(deps, call, { organizationId, jobId, name });
    const caller = { person: `guest:${guest.guestId}`, deviceType } as const;
    return { ...(await claimFor(deps, call, { job, caller, claimId })), guestToken: guest.token };
  } catch (error) {
    await cancelNewClaim(deps, { job, claimId });
    throw error;
  }
}

interface Claiming {
  readonly job: Job;
  readonly caller: Caller;
  /** The id of the claim if the worker has none. */
  readonly claimId: string;
}

async function claimFor(deps: ClaimDeps, call: CallContext, claiming: Claiming): Promise<ClaimedTask> {
  const { job, caller, claimId } = claiming;
  const reserved = await deps.participants.reserve(job.id, caller.person, claimId);
  const participant = reserved ?? (await reserveOtherwise(deps, call, claiming));
  if ('claim' in participant) return participant;
  if (participant.isGuest) await countOrRelease(deps, call, { job, participant });
  return takeTask(deps, call, { job, participant });
}

interface Reserved {
  readonly job: Job;
  /** The worker, with the id of the reserved claim. */
  readonly participant: Participant;
}

async function countOrRelease(
  deps: ClaimDeps,
  call: CallContext,
  { job, participant }: Reserved,
): Promise<void> {
  const { claimId = '' } = participant;
  try {
    await countGuestClaim(deps, call, { job, claimId });
  } catch (error) {
    await releaseClaim(deps, participant, claimId);
    throw error;
  }
}

function isClaimable({ status, validUntil }: Job, now: Date): boolean {
  // With `no_tasks` a claim may have expired meanwhile.
  return (status === 'assignable' || status === 'no_tasks') && validUntil > now;
}

/** The worker is new in the job, is blocked, or has a claim already. */
async function reserveOtherwise(
  deps: ClaimDeps,
  call: CallContext,
  { job, caller, claimId }: Claiming,
): Promise<Participant | ClaimedTask> {
  return retryOnConflict(async () => {
    const known = await deps.participants.find(job.id, caller.person);
    const participant = known ?? (await joinJob(deps, job, caller));
    const open = await findOpenClaim(deps, call, { job, participant });
    if (typeof open === 'object') return open;
    if (participant.isBlocked) {
      throw new DomainError(
        'PERMISSION_DENIED',
        'WORKER_BLOCKED',
        'The organization has blocked you from its jobs.',
      );
    }
    // Two calls of a worker at the same time complete one claim, so that the worker has no second one.
    if (open === 'unplaced') return participant;
    const reserved = await deps.participants.reserveAgain(participant, claimId);
    return reserved ? { ...participant, claimId } : undefined;
  });
}

async function takeTask(deps: ClaimDeps, call: CallContext, reserved: Reserved): Promise<ClaimedTask> {
  const { job, participant } = reserved;
  const { claimId = '', workerId } = participant;
  const claimedAt = deps.clock.now();
  const expiresAt = new Date(claimedAt.getTime() + minutes(job.claimTtlMinutes));
  const taken = await retryOnConflict(async (attempt) => {
    // Another call of the same worker may have completed this claim.
    const earlier = attempt === 0 ? 'unplaced' : await findOpenClaim(deps, call, reserved);
    if (typeof earlier === 'object') return earlier;
    const next = await findNextTask(deps, call, reserved);
    if (next === undefined) {
      const placed = await findOpenClaim(deps, call, reserved);
      return typeof placed === 'object' ? placed : 'none';
    }
    const task = addClaim(next.task, { id: claimId, workerId, claimedAt, expiresAt });
    if (task === undefined || !(await deps.tasks.replace(task))) return undefined;
    const claim = task.claims.find(({ id }) => id === claimId);
    if (claim === undefined) throw new Error('the task has lost its new claim');
    const isLast = !task.isGolden && !next.hasOthers && countSlots(task).free === 0;
    return { claim, task, job: isLast ? await settleStatus(deps, job) : job, isNew: true };
  });
  if (taken !== 'none') return taken;
  await releaseClaim(deps, participant, claimId);
  throw nothingToClaim(await settleStatus(deps, job));
}
