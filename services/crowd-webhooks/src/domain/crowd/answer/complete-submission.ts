import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { releaseFunds, settleJob } from '../job/settle-job.ts';
import { hasEnded } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { closeUnusedSlots, replaceClaim } from '../task/change-task.ts';
import { applyStopRule, readStopFacts } from '../task/stop-rule.ts';
import { grantQualification } from '../worker/set-qualification.ts';
import { countSlots, isEnded, isUnfinished } from '../task/task.ts';
import type { Task } from '../task/task.ts';
import type { Answer } from './answer.ts';
import { listLabels } from '../survey/labels.ts';

export type CompletionDeps = Pick<
  Deps,
  'jobs' | 'tasks' | 'answers' | 'workers' | 'participants' | 'guestClaims' | 'surveyVersions' | 'clock'
>;

/**
 * Completes a stored submission: the task decides whether the claim was still open, then the answer becomes visible with its events. Each
 * step can be repeated, so that any process may go on where another one died. `refused`: the claim had ended.
 */
export async function completeSubmission(deps: CompletionDeps, answer: Answer): Promise<Answer | 'refused'> {
  const job = await deps.jobs.find(answer.jobId);
  const status = job !== undefined && (isInstant(job) || answer.isGolden) ? 'accepted' : 'pending_review';
  const task = job && (await fillSlot(deps, job, { answer, status }));
  if (task === undefined || job === undefined) {
    await deps.answers.removeRefused(answer.id);
    return 'refused';
  }
  const now = deps.clock.now();
  const isAccepted = status === 'accepted';
  const news = isAccepted ? (['received', 'accepted'] as const) : (['received'] as const);
  const stored = await deps.answers.update(answer, { status, autoAccepted: isAccepted }, { now, news });
  if (stored !== undefined) await finish(deps, { job, task, answer: stored });
  return stored ?? (await deps.answers.find(answer.id)) ?? 'refused';
}

/** Returns true if answers to the job are accepted at submission. */
export function isInstant({ autoAcceptHours, category }: Pick<Job, 'autoAcceptHours' | 'category'>): boolean {
  return autoAcceptHours === 0 || category === 'qualification_test';
}

interface Finished {
  readonly job: Job;
  readonly task: Task;
  readonly answer: Answer;
}

async function finish(deps: CompletionDeps, { job, task, answer }: Finished): Promise<void> {
  await recordSubmission(deps, { job, answer });
  await deps.answers.markSynced(answer);
  await settleAfter(deps, job, task);
}

interface Submitted {
  readonly job: Job;
  readonly answer: Answer;
}

/** Counts an answer for its worker, who can claim again. Repetitions change nothing. */
export async function recordSubmission(deps: CompletionDeps, { job, answer }: Submitted): Promise<void> {
  const { id, workerId, jobId, goldenTotal, goldenCorrect, isGolden } = answer;
  await deps.workers.countAnswer(workerId, id, { completedTasks: 1, goldenTotal, goldenCorrect });
  const answered = isGolden ? 'golden' : 'ordinary';
  await deps.participants.release(jobId, workerId, { claimId: id, answered });
  if (answer.isGuest) await deps.guestClaims.release(id);
  await grantQualification(deps, job, answer);
}

/** Settles the job if the change of the task can move it. */
export async function settleAfter(deps: CompletionDeps, job: Job, task: Task): Promise<void> {
  if (task.isGolden || (isUnfinished(countSlots(task)) && !hasEnded(job, deps.clock.now()))) return;
  const settled = await settleJob(deps, job);
  if (settled.status === 'finished' && task.closed > 0) await releaseFunds(deps, settled);
}

/** Changes the claim in its task to the state of the answer. Undefined if the claim had ended before the answer was submitted. */
async function fillSlot(
  deps: CompletionDeps,
  job: Job,
  { answer, status: state }: { readonly answer: Answer; readonly status: 'accepted' | 'pending_review' },
): Promise<Task | undefined> {
  return retryOnConflict(async () => {
    const task = await deps.tasks.find(answer.jobId, answer.taskId);
    const claim = task?.claims.find(({ id }) => id === answer.id);
    if (task === undefined || claim === undefined) return 'refused';
    if (isEnded(claim)) return 'refused';
    if (claim.state !== 'open') return task;
    if (claim.expiresAt <= answer.submittedAt) return 'refused';
    const labels = Object.fromEntries(listLabels(answer));
    const { submittedAt } = answer;
    const filled = replaceClaim(task, answer.id, (open) => ({ ...open, state, labels, submittedAt }));
    const changed = await applyRules(deps, job, filled);
    return (await deps.tasks.replace(changed)) && changed;
  }).then((task) => (task === 'refused' ? undefined : task));
}

/** Applies the stop rule of a job, and closes the slots of one that has ended. */
export async function applyRules(
  deps: Pick<Deps, 'workers' | 'surveyVersions' | 'clock'>,
  job: Job,
  task: Task,
): Promise<Task> {
  const facts = await readStopFacts(deps, job, task);
  const ruled = facts === undefined ? task : applyStopRule(task, facts);
  return job.status === 'archived' || job.status === 'expired' ? closeUnusedSlots(ruled) : ruled;
}
