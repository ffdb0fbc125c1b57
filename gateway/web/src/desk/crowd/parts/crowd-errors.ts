import { createAttempts } from '../../parts/attempt.ts';
import { describeError, writeSentence } from '../../parts/error-texts.ts';
import { ApiError } from '../../../shared/api-error.ts';
import { formatShare } from './texts.ts';

/** Returns a line about a failed call of this page: the reason, and the next step. */
export function describeCrowdError(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  const { status, code, message, details } = error;
  if (code === 'MODULE_NOT_ENABLED')
    return 'Crowd jobs are not enabled for this organization. Contact the operator of the platform to enable them.';
  if (code === 'REJECTION_LIMIT') return describeLimit(details);
  if (code === 'INVALID_STATE') return describeState(error);
  if (status === 402)
    return 'The credit is too low, or the key has reached its spending limit. Add credit, then try again.';
  if (status === 404) return 'It does not exist any more, or it belongs to another organization.';
  if ([400, 403, 409, 422].includes(status) && message !== '') return writeSentence(message);
  return describeError(error);
}

function describeLimit({ rejectedShare, limit }: ApiError['details']): string {
  const share = typeof rejectedShare === 'number' ? formatShare(rejectedShare) : 'Too many';
  const max = typeof limit === 'number' ? formatShare(limit) : '30 %';
  return `The rejection limit is reached: ${share} of the answers would be rejected, and ${max} may be. Accept this answer, or an admin lifts the limit.`;
}

const states: Readonly<Record<string, string>> = {
  accepted: 'This answer is accepted already, by a colleague or by its time.',
  rejected: 'A colleague has rejected this answer in the meantime.',
  pending_review: 'This answer waits for review again.',
  archived: 'The job is archived, which is final.',
  expired: 'The job has ended. Extend it with a new end.',
  finished: 'The job is finished. Extend it to collect more answers.',
};

function describeState({ details: { state }, message }: ApiError): string {
  return (typeof state === 'string' ? states[state] : undefined) ?? writeSentence(message);
}

export const { attempt, showProblem } = createAttempts(describeCrowdError);
