import { createAttempts } from '../../parts/attempt.ts';
import { describeError, writeSentence } from '../../parts/error-texts.ts';
import { ApiError } from '../../../shared/api-error.ts';

/** Returns a line about a failed call of this page: the reason, and the next step. */
export function describeWebhookError(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  const { status, code, message, details } = error;
  if (code === 'INVALID_STATE' && details['status'] === 'disabled')
    return 'The webhook is disabled. Enable it first.';
  if (status === 404) return 'It does not exist any more, or it belongs to another organization.';
  if ([400, 409, 422].includes(status) && message !== '') return writeSentence(message);
  return describeError(error);
}

export const { attempt, showProblem } = createAttempts(describeWebhookError);
