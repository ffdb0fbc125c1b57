import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import type { Answer } from '../answer/answer.ts';
import type { CompletionDeps } from '../answer/complete-submission.ts';
import { wrongAnswerState } from '../answer/find-answer.ts';
import { showStatus } from '../answer/show-status.ts';
import { syncTask } from '../answer/sync-task.ts';
import { findClosedFiles } from '../claim/withdraw-claim.ts';
import { claimWithdrawn } from '../job/job-errors.ts';
import { requirePerson } from '../worker/person.ts';
import { computeAppealEnd } from './appeal-end.ts';
import type { Appeal } from '../answer/appeal.ts';

/**
 * Appeals against the rejection of an answer of the caller, once. NOT_FOUND for an answer of another worker or of a deleted project;
 * FAILED_PRECONDITION with reason APPEAL_EXISTS, ANSWER_STATE for an answer that is not rejected, APPEAL_EXPIRED 7 days after the rejection, or
 * CLAIM_WITHDRAWN if outsiders may not see a file of the task any more.
 */
export async function createAppeal(
  deps: CompletionDeps & Pick<Deps, 'workLinks'>,
  call: CallContext,
  { answerId, message }: { readonly answerId: string; readonly message: string },
): Promise<Appeal> {
  const person = requirePerson(call);
  return retryOnConflict(async () => {
    const answer = await deps.answers.find(answerId);
    if (answer?.personKey !== person || answer.status === 'submitting') throw notFound('answer');
    if ((await deps.jobs.find(answer.jobId)) === undefined) throw notFound('answer');
    const appeal = openAppeal(answer, message, deps.clock.now());
    await checkFilesOfAnswer(deps, call, answer);
    const stored = await deps.answers.update(answer, { appeal }, { now: appeal.createdAt });
    if (stored === undefined) return undefined;
    await syncTask(deps, stored);
    return appeal;
  });
}

/** The rejected answer keeps its state: its slot is free already. */
async function checkFilesOfAnswer(
  deps: Pick<Deps, 'jobs' | 'workLinks'>,
  call: CallContext,
  { jobId, fileIds }: Answer,
): Promise<void> {
  const job = await deps.jobs.find(jobId);
  if (job === undefined) throw notFound('answer');
  if ((await findClosedFiles(deps, call, { job, fileIds })).size > 0) throw claimWithdrawn();
}

function openAppeal(answer: Answer, message: string, now: Date): Appeal {
  if (answer.appeal !== undefined) {
    const details = { state: answer.appeal.status };
    throw refuse('APPEAL_EXISTS', 'You have appealed already. An answer has one appeal.', details);
  }
  const status = showStatus(answer, now);
  if (status !== 'rejected' || answer.review === undefined) {
    throw wrongAnswerState({ status }, ['rejected']);
  }
  const { reviewedBy: rejectedBy } = answer.review;
  if (now > computeAppealEnd(answer.review)) {
    throw refuse('APPEAL_EXPIRED', 'The rejection is older than 7 days and is final.');
  }
  return { id: newId(), status: 'open', message, createdAt: now, rejectedBy };
}

function refuse(reason: string, message: string, details?: Readonly<Record<string, unknown>>): DomainError {
  return new DomainError('FAILED_PRECONDITION', reason, message, { ...(details && { details }) });
}
