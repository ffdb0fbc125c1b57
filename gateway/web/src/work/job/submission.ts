import { api } from '../parts/api.ts';
import type { OwnAnswer } from '../../shared/api/api-types.ts';
import { say } from '../parts/language.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { Submission } from '../parts/types.ts';
import { waitForConnection } from './wait.ts';

const pauseMs = 5_000;

/**
 * Submits an answer. Without a connection, and while the platform is unavailable, the request is repeated: a repeated one gets the first
 * answer. Rejects with ApiError for all other errors.
 * @param setState shows a line about the progress; @param isOver returns true when the claim has ended
 */
export async function submitUntilReceived(
  claimId: string,
  submission: Submission,
  setState: (text: string) => void,
  isOver: () => boolean,
): Promise<OwnAnswer> {
  for (;;) {
    setState(say('sending'));
    try {
      return await api.submitAnswer({ claimId, body: submission });
    } catch (error) {
      if (!isTransient(error) || isOver()) throw error;
    }
    setState(say('waitingToSend'));
    await waitForConnection(pauseMs);
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}
