import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { checkNotOfRun } from '../job/job-errors.ts';
import type { Job } from '../job/job.ts';
import { newReview } from './accept-answer.ts';
import type { Answer, RejectionCategory } from './answer.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { findAnswer, wrongAnswerState } from './find-answer.ts';
import type { AnswerPath } from './find-answer.ts';
import { syncTask } from './sync-task.ts';

export interface Rejection extends AnswerPath {
  readonly category: RejectionCategory;
  /** The worker reads it. */
  readonly reason: string;
}

/** A job of at most this many rejections has no limit. */
const freeRejections = 5;
const maxRejectedShare = 0.3;

/**
 * Rejects an answer: its slot is free again, and the worker reads the reason. A repeated call changes nothing. FAILED_PRECONDITION with reason
 * ANSWER_STATE for an accepted answer, REJECTION_LIMIT if too many answers of the job would be rejected.
 */
export async function rejectAnswer(
  deps: CompletionDeps,
  call: CallContext,
  rejection: Rejection,
): Promise<Answer> {
  return retryOnConflict(async (attempt) => {
    const { job, answer } = await findAnswer(deps, call, rejection);
    checkNotOfRun(job);
    if (answer.status === 'rejected') return answer;
    if (answer.status !== 'pending_review') throw wrongAnswerState(answer, ['pending_review']);
    const reserved = await reserveRejection(deps, { job, answerId: answer.id, attempt });
    if (reserved === undefined) return undefined;
    try {
      await checkRejectionLimit(deps, reserved);
      return await storeRejection(deps, call, { answer, rejection });
    } finally {
      await deps.jobs.endRejection(job.id, answer.id);
    }
  });
}

/** Makes this the only rejection of the job. Waits if another one is in progress, longer after each attempt. */
async function reserveRejection(
  { jobs, clock }: CompletionDeps,
  { job, answerId, attempt }: { readonly job: Job; readonly answerId: string; readonly attempt: number },
): Promise<Job | undefined> {
  const reserved = await jobs.beginRejection(job, answerId, clock.now());
  if (reserved === undefined) await setTimeout(randomInt(5, 40 + 3 * attempt));
  return reserved;
}

async function checkRejectionLimit(
  { answers }: CompletionDeps,
  { id: jobId, isRejectionLimitLifted }: Job,
): Promise<void> {
  if (isRejectionLimitLifted) return;
  const [submitted, rejected] = await Promise.all([
    answers.count({ jobId, isGolden: false }),
    answers.count({ jobId, isGolden: false, status: 'rejected' }),
  ]);
  const share = (rejected + 1) / submitted;
  if (rejected + 1 <= freeRejections || share <= maxRejectedShare) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'REJECTION_LIMIT',
    'Too many answers of the job would be rejected. Ask an admin to lift the limit.',
    { details: { rejectedShare: share, limit: maxRejectedShare } },
  );
}

async function storeRejection(
  deps: CompletionDeps,
  call: CallContext,
  { answer, rejection: { category, reason } }: { readonly answer: Answer; readonly rejection: Rejection },
): Promise<Answer | undefined> {
  const now = deps.clock.now();
  const review = newReview(deps, call, { answer, category, reason });
  const change = { status: 'rejected', review } as const;
  const write = { now, news: ['rejected'] as const, call, audited: 'crowd_answer.reject' };
  const rejected = await deps.answers.update(answer, change, write);
  if (rejected !== undefined) await syncTask(deps, rejected);
  return rejected;
}
