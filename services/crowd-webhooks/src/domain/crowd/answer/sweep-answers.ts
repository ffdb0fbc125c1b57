import type { Deps } from '../../../deps.ts';
import { storeAcceptance } from './accept-answer.ts';
import type { Answer } from './answer.ts';
import { completeSubmission, recordSubmission } from './complete-submission.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { syncTask } from './sync-task.ts';

/** Changes that are younger than this are still in progress. */
const inProgressMs = 5_000;
const batchSize = 100;

type SweepDeps = CompletionDeps & Pick<Deps, 'logger'>;

/** Completes submissions and reviews whose process died. */
export async function completeInterrupted(deps: SweepDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - inProgressMs);
  for (const answer of await deps.answers.listUnsynced(before, batchSize)) {
    const { id: answerId, jobId } = answer;
    deps.logger.info({ answerId, jobId }, 'an interrupted change of an answer is completed');
    if (answer.status === 'submitting') await completeSubmission(deps, answer);
    else await completeChange(deps, answer);
  }
}

/**
 * The process may have died before the worker had the answer, or before the task had the review. A process that still lives can store its
 * review no more, and begins anew: the task has the slots of the state that is stored now.
 */
async function completeChange(deps: SweepDeps, found: Answer): Promise<void> {
  const answer = await deps.answers.update(found, {}, { now: deps.clock.now() });
  if (answer === undefined) return;
  const job = await deps.jobs.find(answer.jobId);
  if (job !== undefined) await recordSubmission(deps, { job, answer });
  await syncTask(deps, answer);
}

/** Accepts answers that nobody reviewed in the time that the job gives. */
export async function acceptUnreviewed(deps: SweepDeps): Promise<void> {
  for (const answer of await deps.answers.listAutoAccepted(deps.clock.now(), batchSize)) {
    await storeAcceptance(deps, answer, undefined);
  }
}
