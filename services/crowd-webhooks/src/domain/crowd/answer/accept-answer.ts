import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Answer, Review } from './answer.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { findAnswer, wrongAnswerState } from './find-answer.ts';
import type { AnswerPath } from './find-answer.ts';
import { syncTask } from './sync-task.ts';

/**
 * Accepts an answer, which pays its worker. A repeated call changes nothing. NOT_FOUND for an unknown answer; FAILED_PRECONDITION with reason
 * ANSWER_STATE for a rejected one.
 */
export async function acceptAnswer(
  deps: CompletionDeps,
  call: CallContext,
  { note, ...path }: AnswerPath & { readonly note: string | undefined },
): Promise<Answer> {
  return retryOnConflict(async () => {
    const { answer } = await findAnswer(deps, call, path);
    if (answer.status === 'accepted') return answer;
    if (answer.status !== 'pending_review') throw wrongAnswerState(answer, ['pending_review']);
    return storeAcceptance(deps, answer, newReview(deps, call, { answer, note }));
  });
}

/** Stores an acceptance. Undefined if the answer changed meanwhile. */
export async function storeAcceptance(
  deps: CompletionDeps,
  answer: Answer,
  review: Review | undefined,
): Promise<Answer | undefined> {
  const now = deps.clock.now();
  const change = { status: 'accepted', review, autoAccepted: review === undefined } as const;
  const accepted = await deps.answers.update(answer, change, { now, news: ['accepted'] });
  if (accepted !== undefined) await syncTask(deps, accepted);
  return accepted;
}

interface NewReview extends Partial<Pick<Review, 'note' | 'category' | 'reason'>> {
  readonly answer: Pick<Answer, 'personKey'>;
}

export function newReview(
  { clock }: Pick<CompletionDeps, 'clock'>,
  call: CallContext,
  { answer, note, category, reason }: NewReview,
): Review {
  const reviewedBy = readUserId(call);
  return {
    reviewedBy,
    reviewedAt: clock.now(),
    note,
    category,
    reason,
    isSelfReview: answer.personKey === `user:${reviewedBy}`,
  };
}
