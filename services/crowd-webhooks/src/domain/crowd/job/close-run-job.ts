import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { endTask } from '../task/change-task.ts';
import { isRunOver, noSlots } from './job.ts';
import type { Job, JobStatus } from './job.ts';

export type ClosingDeps = Pick<Deps, 'jobs' | 'tasks' | 'clock'>;

/** The states that end a job of a run. */
export type RunEnd = Extract<JobStatus, 'finished' | 'expired' | 'archived'>;

/** Ends a job of a run. A job that has ended keeps its state, and an interrupted end is completed. */
export async function endRunJob(deps: ClosingDeps, job: Job, status: RunEnd): Promise<Job> {
  const ended = await retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : ((await deps.jobs.findEvenHidden(job.id)) ?? job);
    if (current.run === undefined || isRunOver(current)) return current;
    const news = { change: { name: `job.${status}`, previousStatus: current.status } };
    return deps.jobs.update(current, { status, updatedAt: deps.clock.now() }, news);
  });
  return closeRunJob(deps, ended);
}

/**
 * Completes the end of a job of a run. One write of the task closes its slots and withdraws open claims: a submission came before and counts,
 * or is refused. Then the price of the answers is final and is published. Any number of calls may do it at once, also after a crash in between.
 */
export function closeRunJob(deps: ClosingDeps, job: Job): Promise<Job> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : ((await deps.jobs.findEvenHidden(job.id)) ?? job);
    const { run, id, unitCents } = current;
    if (run?.isOpen !== true || !isRunOver(current)) return current;
    await endTasks(deps, current);
    const { accepted } = (await deps.tasks.count([id])).get(id) ?? noSlots;
    const closed = { ...run, isOpen: false, answersCents: accepted * unitCents };
    return deps.jobs.update(current, { run: closed, updatedAt: deps.clock.now() }, { isRunClosed: true });
  });
}

async function endTasks({ tasks }: ClosingDeps, { id }: Job): Promise<void> {
  for await (const { id: taskId } of tasks.readAll(id)) {
    await retryOnConflict(async () => {
      const task = await tasks.find(id, taskId);
      return task === undefined || (await tasks.replace(endTask(task)));
    });
  }
}
