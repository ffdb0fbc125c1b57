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
  return isHidden || status === 'submitting' ? 'pending_review' : status;
}
