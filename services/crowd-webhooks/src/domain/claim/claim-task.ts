import { randomInt } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { createGuest } from '../guest/create-guest.ts';
import { findJobToWorkOn } from '../job/check-job-access.ts';
import { nothingToClaim } from '../job/job-errors.ts';
import type { Job } from '../job/job.ts';
import { expireJobClaims, settleStatus } from '../job/settle-job.ts';
import { addClaim } from '../task/change-task.ts';
import { countSlots } from '../task/task.ts';
import type { Claim, Task } from '../task/task.ts';
import { readPerson } from '../worker/person.ts';
import type { Caller } from '../worker/profile.ts';
import type { Participant, PersonKey } from '../worker/worker.ts';
import { isDeviceAllowed } from '../worker/qualifications.ts';
import { joinJob, mayClaim, notQualified } from './join-job.ts';

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

export interface ClaimRequest {
  readonly jobId: string;
  /** The name of a new guest. */
  readonly guestName: string | undefined;
}

export type ClaimDeps = Pick<Deps, 'jobs' | 'tasks' | 'participants' | 'workers' | 'clock'> &
  Pick<Deps, 'guests' | 'guestCounts' | 'guestsPerAddress' | 'workerProfiles'>;

/**
 * Claims the next task of a job for the worker. A worker who has an open claim in the job gets it again. FAILED_PRECONDITION with reason
 * NO_TASKS if nothing is free; PERMISSION_DENIED for a worker who is blocked or not qualified; the errors of `findJobToWorkOn`.
 */
export async function claimTask(
  deps: ClaimDeps,
  call: CallContext,
  { jobId, guestName = '' }: ClaimRequest,
): Promise<ClaimedTask> {
  const job = await findJobToWorkOn(deps, call, jobId);
  const known = readPerson(call);
  if (!isClaimable(job, deps.clock.now())) return findOpenClaimOrFail(deps, job, known);
  const { deviceType } = call;
  if (known !== undefined) {
    const caller = { person: known, deviceType };
    if (await mayClaim(deps, job, caller)) return claimFor(deps, job, caller);
    const open = await findClaimOfPerson(deps, job, known);
    if (open === undefined) throw notQualified();
    return open;
  }
  // A guest who is not qualified is not stored.
  if (!isDeviceAllowed(job, deviceType)) throw notQualified();
  const { guestId, token } = await createGuest(deps, call, {
    organizationId: job.organizationId,
    jobId,
    name: guestName,
  });
  const caller = { person: `guest:${guestId}`, deviceType } as const;
  return { ...(await claimFor(deps, job, caller)), guestToken: token };
}

async function claimFor(deps: ClaimDeps, job: Job, caller: Caller): Promise<ClaimedTask> {
  const { id: jobId } = job;
  const claimId = newId();
  const reserved = await deps.participants.reserve(jobId, caller.person, claimId);
  const participant = reserved ?? (await reserveOtherwise(deps, job, { ...caller, claimId }));
  if ('claim' in participant) return participant;
  return takeTask(deps, job, participant);
}

function isClaimable({ status, validUntil }: Job, now: Date): boolean {
  // With `no_tasks` a claim may have expired meanwhile.
  return (status === 'assignable' || status === 'no_tasks') && validUntil > now;
}

async function findOpenClaimOrFail(
  deps: ClaimDeps,
  job: Job,
  person: PersonKey | undefined,
): Promise<ClaimedTask> {
  const open = person && (await findClaimOfPerson(deps, job, person));
  if (open !== undefined) return open;
  throw nothingToClaim(await settleStatus(deps, job));
}

async function findClaimOfPerson(
  deps: ClaimDeps,
  job: Job,
  person: PersonKey,
): Promise<ClaimedTask | undefined> {
  const participant = await deps.participants.find(job.id, person);
  const open = participant && (await findOpenClaim(deps, job, participant));
  return typeof open === 'object' ? open : undefined;
}

/** Finds the open claim of a worker. `unplaced`: the claim is reserved, and no task has it yet. */
async function findOpenClaim(
  { tasks, clock }: ClaimDeps,
  job: Job,
  { claimId }: Participant,
): Promise<ClaimedTask | 'ended' | 'unplaced'> {
  if (claimId === undefined) return 'ended';
  const task = await tasks.findByClaim(claimId);
  const claim = task?.claims.find(({ id }) => id === claimId);
  if (task === undefined || claim === undefined) return 'unplaced';
  if (claim.state !== 'open' || claim.expiresAt <= clock.now()) return 'ended';
  return { claim, task, job, isNew: false };
}

interface Reservation extends Caller {
  readonly claimId: string;
}

/** The worker is new in the job, is blocked, or has a claim already. */
async function reserveOtherwise(
  deps: ClaimDeps,
  job: Job,
  { claimId, ...caller }: Reservation,
): Promise<Participant | ClaimedTask> {
  return retryOnConflict(async () => {
    const known = await deps.participants.find(job.id, caller.person);
    const participant = known ?? (await joinJob(deps, job, caller));
    const open = await findOpenClaim(deps, job, participant);
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

async function takeTask(deps: ClaimDeps, job: Job, participant: Participant): Promise<ClaimedTask> {
  const { claimId = '', workerId } = participant;
  const claimedAt = deps.clock.now();
  const expiresAt = new Date(claimedAt.getTime() + minutes(job.claimTtlMinutes));
  const taken = await retryOnConflict(async (attempt) => {
    // Another call of the same worker may have completed this claim.
    const earlier = attempt === 0 ? 'unplaced' : await findOpenClaim(deps, job, participant);
    if (typeof earlier === 'object') return earlier;
    const [next, another] = await findNextTasks(deps, job, participant);
    if (next === undefined) {
      const placed = await findOpenClaim(deps, job, participant);
      return typeof placed === 'object' ? placed : 'none';
    }
    const task = addClaim(next, { id: claimId, workerId, claimedAt, expiresAt });
    if (task === undefined || !(await deps.tasks.replace(task))) return undefined;
    const claim = task.claims.find(({ id }) => id === claimId);
    if (claim === undefined) throw new Error('the task has lost its new claim');
    const isLast = !next.isGolden && another === undefined && countSlots(task).free === 0;
    return { claim, task, job: isLast ? await settleStatus(deps, job) : job, isNew: true };
  });
  if (taken !== 'none') return taken;
  await deps.participants.release(job.id, workerId, { claimId });
  throw nothingToClaim(await settleStatus(deps, job));
}

async function findNextTasks(deps: ClaimDeps, job: Job, participant: Participant): Promise<readonly Task[]> {
  const { workerId, place: afterPlace } = participant;
  const query = { jobId: job.id, workerId, afterPlace };
  const golden = rollGolden(job) ? await deps.tasks.findFree({ ...query, isGolden: true }) : [];
  if (golden.length > 0 && (await deps.jobs.countGoldenClaim(job))) return golden;
  const found = await deps.tasks.findFree({ ...query, isGolden: false });
  if (found.length > 0) return found;
  await expireJobClaims(deps, job);
  return deps.tasks.findFree({ ...query, isGolden: false });
}

/** Decides whether the next task is a golden one, so that their share is the ratio of the job. */
function rollGolden({ goldenTaskRatio, goldenClaims, goldenSlots }: Job): boolean {
  if (goldenTaskRatio === 0 || goldenClaims >= goldenSlots) return false;
  return randomInt(1_000_000) < goldenTaskRatio * 1_000_000;
}
