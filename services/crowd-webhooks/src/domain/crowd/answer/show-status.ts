import type { Answer, AnswerStatus } from './answer.ts';

/**
 * Returns the state of an answer as its worker sees it: an accepted answer to a golden task waits for review like any other, until the time
 * of its automatic acceptance.
 */
export function showStatus(
  { status, isGolden, autoAcceptAt }: Pick<Answer, 'status' | 'isGolden' | 'autoAcceptAt'>,
  now: Date,
): AnswerStatus {
  const isHidden = isGolden && status === 'accepted' && autoAcceptAt > now;
  return isHidden ? 'pending_review' : showReviewStatus({ status });
}

/** Returns the state of an answer as its reviewers see it: one whose submission has not come to its end waits for review. */
export function showReviewStatus({ status }: Pick<Answer, 'status'>): AnswerStatus {
  return status === 'submitting' ? 'pending_review' : status;
}

/** Returns the whole seconds from the claim of a task to the submission of its answer. */
export function countWorkSeconds({
  claimedAt,
  submittedAt,
}: Pick<Answer, 'claimedAt' | 'submittedAt'>): number {
  return Math.round((submittedAt.getTime() - claimedAt.getTime()) / 1_000);
}
