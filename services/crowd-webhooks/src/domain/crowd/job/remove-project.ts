import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { removeGuests } from '../guest/remove-guests.ts';
import { closeUnusedSlots, setState } from '../task/change-task.ts';
import { completeExtension } from './add-repetitions.ts';
import { closeRunJob } from './close-run-job.ts';
import type { ClaimState, Task } from '../task/task.ts';
import type { Job } from './job.ts';
import { releaseFunds } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

type RemovalDeps = SettleDeps & Pick<Deps, 'answers' | 'guests' | 'announceRemoved'>;

/**
 * Removes the jobs of a deleted project (C65). Each is archived, which its webhooks learn, and hidden from all reads; then open claims end and
 * the money is released. Unreviewed answers go at once, the other documents when their events are published. A redelivered event completes
 * an interrupted removal.
 */
export async function removeJobsOfProject(
  deps: RemovalDeps,
  organizationId: string,
  projectId: string,
): Promise<void> {
  const removal = withHiddenJobs(deps);
  const jobs = await deps.jobs.listOfProject(organizationId, projectId);
  for (const job of jobs) {
    await archive(removal, job);
    await deps.jobs.hide(job.id, deps.clock.now());
  }
  for (const job of jobs) {
    await completeExtension(removal, (await removal.jobs.find(job.id)) ?? job);
    await deps.answers.removeUnreviewed(job.id);
    await endAllClaims(removal, job);
    await closeRunJob(removal, (await removal.jobs.find(job.id)) ?? job);
    await releaseFunds(removal, (await removal.jobs.find(job.id)) ?? job);
    await removeGuests(deps, organizationId, [job.id]);
  }
}

/** Lets the functions that settle a job find a hidden one too. */
function withHiddenJobs(deps: RemovalDeps): RemovalDeps {
  return { ...deps, jobs: { ...deps.jobs, find: (jobId) => deps.jobs.findEvenHidden(jobId) } };
}

function archive({ jobs, clock }: SettleDeps, job: Job): Promise<Job> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : ((await jobs.find(job.id)) ?? job);
    if (current.status === 'archived') return current;
    const change = { status: 'archived', updatedAt: clock.now() } as const;
    return jobs.update(current, change, { change: { name: 'job.archived' } });
  });
}

/** Ends open claims, and closes every slot without an accepted answer. */
async function endAllClaims({ tasks, answers }: RemovalDeps, { id, run }: Job): Promise<void> {
  // The task of a run accepts an answer before the answer is stored as accepted, which the removal may prevent.
  const undecided: readonly ClaimState[] = run === undefined ? ['pending_review'] : ['accepted'];
  for await (const { id: taskId } of tasks.readAll(id)) {
    await retryOnConflict(async () => {
      const task = await tasks.find(id, taskId);
      if (task === undefined) return true;
      const closed = closeUnusedSlots(await endClaims({ answers }, task, undecided));
      return closed === task || (await tasks.replace(closed));
    });
  }
}

/** An answer that was accepted just before its job was hidden is charged, so it keeps its slot. */
async function endClaims(
  { answers }: Pick<RemovalDeps, 'answers'>,
  task: Task,
  undecided: readonly ClaimState[],
): Promise<Task> {
  let ended = task;
  for (const { id, state } of task.claims) {
    if (state === 'open') ended = setState(ended, id, 'returned');
    if (!undecided.includes(state)) continue;
    const isAccepted = (await answers.find(id))?.status === 'accepted';
    ended = setState(ended, id, isAccepted ? 'accepted' : 'rejected');
  }
  return ended;
}
