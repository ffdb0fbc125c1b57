import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';
import { openWorker } from '../worker/person.ts';
import { readFacts } from '../worker/profile.ts';
import type { Caller } from '../worker/profile.ts';
import { isDeviceAllowed, isQualified } from '../worker/qualifications.ts';
import type { Participant } from '../worker/worker.ts';

/**
 * Makes a person a participant of a job. PERMISSION_DENIED for a worker
 * who is not qualified. A worker who is blocked at the same time is blocked here too: the block changes workers first, participants second.
 */
export async function joinJob(
  deps: Pick<Deps, 'workers' | 'participants' | 'clock' | 'guests' | 'workerProfiles'>,
  job: Job,
  caller: Caller,
): Promise<Participant> {
  const { workers, participants, clock } = deps;
  const { person: personKey } = caller;
  const { id: jobId, organizationId } = job;
  const worker = await openWorker({ workers, clock }, organizationId, personKey);
  if (!isQualified(job, worker, await readFacts(deps, job, caller))) throw notQualified();
  const { id: workerId, isGuest } = worker;
  const participant = await participants.insert({
    id: `${jobId}:${workerId}`,
    organizationId,
    jobId,
    workerId,
    personKey,
    isGuest,
    isBlocked: worker.isBlocked,
    claimId: undefined,
    answered: 0,
    goldenAnswered: 0,
  });
  const current = await workers.find(organizationId, workerId);
  if (current?.isBlocked !== true || participant.isBlocked) return participant;
  await participants.setBlocked(organizationId, workerId, true);
  return { ...participant, isBlocked: true };
}

/**
 * Returns true if a person has the qualifications of a job now: they can change after the person joined. Only a job with conditions reads
 * more for it. A person who is no worker yet is judged when joining.
 */
export async function mayClaim(
  deps: Pick<Deps, 'workers' | 'guests' | 'workerProfiles'>,
  job: Job,
  caller: Caller,
): Promise<boolean> {
  if (job.requiredQualifications.length === 0) return true;
  const worker = await deps.workers.findPerson(job.organizationId, caller.person);
  if (worker === undefined) return isDeviceAllowed(job, caller.deviceType);
  return isQualified(job, worker, await readFacts(deps, job, caller));
}

export function notQualified(): DomainError {
  return new DomainError(
    'PERMISSION_DENIED',
    'NOT_QUALIFIED',
    'You do not have the qualifications that the job requires.',
  );
}
