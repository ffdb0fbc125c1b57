import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Claim, Task } from '../task/task.ts';
import { readPerson } from '../worker/person.ts';
import type { Participant } from '../worker/worker.ts';

export interface OwnClaim {
  readonly claim: Claim;
  readonly task: Task;
  readonly participant: Participant;
}

/** Finds a claim of the worker, in any state. NOT_FOUND for an unknown one, and for one of another worker. */
export async function findOwnClaim(
  { tasks, participants }: Pick<Deps, 'tasks' | 'participants'>,
  call: CallContext,
  claimId: string,
): Promise<OwnClaim> {
  const person = readPerson(call);
  const task = person && (await tasks.findByClaim(claimId));
  const claim = task?.claims.find(({ id }) => id === claimId);
  const participant = task && (await participants.find(task.jobId, person));
  if (task === undefined || claim === undefined || claim.workerId !== participant?.workerId) {
    throw notFound('claim');
  }
  return { claim, task, participant };
}
