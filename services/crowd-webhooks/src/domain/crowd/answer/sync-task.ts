import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { addSurplus, closeUnusedSlots, setState } from '../task/change-task.ts';
import { hasEnded } from '../job/job.ts';
import { settleJob } from '../job/settle-job.ts';
import { countSlots } from '../task/task.ts';
import type { Task } from '../task/task.ts';
import type { Answer } from './answer.ts';
import { applyRules } from './complete-submission.ts';
import type { CompletionDeps } from './complete-submission.ts';

/**
 * Gives the task of a reviewed answer its state. Repetitions change nothing, and an answer that has changed since is left to the call that
 * changed it.
 */
export async function syncTask(deps: CompletionDeps, answer: Answer): Promise<void> {
  const { id, jobId, taskId, status, revision } = answer;
  const job = await deps.jobs.find(jobId);
  if (job !== undefined && status !== 'submitting') {
    await retryOnConflict(async () => {
      const task = await deps.tasks.find(jobId, taskId);
      const claim = task?.claims.find((each) => each.id === id);
      if (task === undefined || claim === undefined || claim.state === status) return true;
      if ((await deps.answers.find(id))?.revision !== revision) return true;
      const reviewed = keepSlots(task, setState(task, id, status));
      const ruled = await applyRules(deps, job, reviewed);
      const isClosed = job.status === 'finished' && hasEnded(job, deps.clock.now());
      return deps.tasks.replace(isClosed ? closeUnusedSlots(ruled) : ruled);
    });
    await settleJob(deps, job);
  }
  await deps.answers.markSynced(answer);
}

/** An undone answer whose slot another worker has taken gets one more slot. */
function keepSlots(before: Task, after: Task): Task {
  const { open, pending, accepted } = countSlots(after);
  const occupied = open + pending + accepted;
  const available = before.slots - before.unopened - before.closed;
  return before.isGolden || occupied <= available ? after : addSurplus(after, occupied - available);
}
