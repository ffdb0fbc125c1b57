import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { days, hours } from '@assay/chassis/units';
import { closeAppeal } from './appeal.ts';
import type { Job } from '../job/job.ts';
import type { Answer } from './answer.ts';
import { findAnswer, wrongAnswerState } from './find-answer.ts';
import type { AnswerPath } from './find-answer.ts';
import { syncTask } from './sync-task.ts';
import { takeSlotBack } from './take-slot-back.ts';
import type { SlotDeps } from './take-slot-back.ts';

const undoMs = days(30);

/**
 * Takes a rejection back: the answer waits for review again, and an open appeal is overturned. The answer gets its slot back; if another worker
 * has the slot, the job gets one more, whose money is held first. A repeated call changes nothing. FAILED_PRECONDITION with reason ANSWER_STATE
 * for an answer that is accepted or was never rejected, UNDO_EXPIRED after 30 days, and the refusals of a hold.
 */
export async function undoRejection(
  deps: SlotDeps,
  call: CallContext,
  { reason, ...path }: AnswerPath & { readonly reason: string },
): Promise<Answer> {
  return retryOnConflict(async () => {
    const { job, answer } = await findAnswer(deps, call, path);
    if (answer.status === 'pending_review' && answer.undoneAt !== undefined) return answer;
    if (answer.status !== 'rejected') throw wrongAnswerState(answer, ['rejected']);
    const now = deps.clock.now();
    if (now.getTime() - (answer.review?.reviewedAt.getTime() ?? 0) > undoMs) throw undoExpired();
    const touched = await takeSlotBack(deps, call, { job, answer, state: 'pending_review' });
    return touched && storeUndo(deps, call, { job, answer: touched, reason });
  });
}

interface Undo {
  readonly job: Job;
  readonly answer: Answer;
  readonly reason: string;
}

async function storeUndo(
  deps: SlotDeps,
  call: CallContext,
  { job, answer, reason }: Undo,
): Promise<Answer | undefined> {
  const now = deps.clock.now();
  const autoAcceptAt = new Date(now.getTime() + hours(job.autoAcceptHours));
  const { appeal } = answer;
  const resolution = { resolvedBy: readUserId(call), resolvedAt: now, note: reason };
  const closed = appeal?.status === 'open' ? closeAppeal(appeal, 'overturned', resolution) : appeal;
  const change = {
    status: 'pending_review',
    review: undefined,
    autoAcceptAt,
    undoneAt: now,
    appeal: closed,
  } as const;
  const undone = await deps.answers.update(answer, change, {
    now,
    call,
    audited: 'crowd_answer.undo',
    reason,
  });
  if (undone !== undefined) await syncTask(deps, undone);
  return undone;
}

function undoExpired(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'UNDO_EXPIRED',
    'The rejection is older than 30 days and is final.',
  );
}
