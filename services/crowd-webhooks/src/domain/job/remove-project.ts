import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { removeGuests } from '../guest/remove-guests.ts';
import { closeUnusedSlots, setState } from '../task/change-task.ts';
import { completeExtension } from './add-repetitions.ts';
import type { Job } from './job.ts';
import { releaseFunds } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

type RemovalDeps = SettleDeps &
  Pick<
    Deps,
    'answers' | 'participants' | 'guests' | 'announceRemoved' | 'webhooks' | 'events' | 'deliveryLog'
  >;

/**
 * Removes the jobs of a deleted project (C65): each is archived, which its webhooks learn; open claims end, and the money is released. The
 * documents go when their events are published; a redelivered event removes what is left.
 */
export async function removeJobsOfProject(
  deps: RemovalDeps,
  organizationId: string,
  projectId: string,
): Promise<void> {
  for (const job of await deps.jobs.listOfProject(organizationId, projectId)) {
    const archived = await archive(deps, job);
    await completeExtension(deps, archived);
    await endAllClaims(deps, archived);
    await releaseFunds(deps, archived);
    await removeGuests(deps, organizationId, [job.id]);
    await deps.jobs.hide(job.id, deps.clock.now());
  }
}

function archive({ jobs, clock }: SettleDeps, job: Job): Promise<Job> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : ((await jobs.find(job.id)) ?? job);
    if (current.status === 'archived') return current;
    const change = { status: 'archived', updatedAt: clock.now() } as const;
    return jobs.update(current, change, { change: { name: 'job.archived' } });
  });
}

/** Ends open claims, and closes every slot without an accepted answer: answers that wait for review go with the job. */
async function endAllClaims({ tasks }: SettleDeps, { id }: Job): Promise<void> {
  for await (const { id: taskId } of tasks.readAll(id)) {
    await retryOnConflict(async () => {
      const task = await tasks.find(id, taskId);
      if (task === undefined) return true;
      const ended = task.claims.reduce((changed, claim) => {
        if (claim.state === 'open') return setState(changed, claim.id, 'returned');
        return claim.state === 'pending_review' ? setState(changed, claim.id, 'rejected') : changed;
      }, task);
      const closed = closeUnusedSlots(ended);
      return closed === task || (await tasks.replace(closed));
    });
  }
}
