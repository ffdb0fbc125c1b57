import { say } from './language.ts';
import { ApiError } from '../../shared/api-error.ts';
import { readCredential } from './request.ts';
import type { TextKey } from '../texts/en.ts';

const byStatus: Readonly<Record<number, TextKey>> = {
  0: 'unreachable',
  403: 'forbidden',
  404: 'jobUnknown',
  410: 'ended',
  413: 'tooLarge413',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The rate limit is lifted within this time. */
const rateLimitMs = 120_000;

/** Returns one line that says what happened and what to do next. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return say('failed', { request: '–' });
  const { status, requestId = '–' } = error;
  if (status === 401) return say(readCredential().kind === 'guest' ? 'guestEnded' : 'signInAgain');
  if (status === 409) return describeConflict(error);
  if (isWithdrawn(error)) return say('withdrawn');
  if (status === 429) return say(isGuestLimit(error) ? 'guestLimit' : 'tooManyRequests');
  const key = byStatus[status];
  return key === undefined ? say('failed', { request: requestId }) : say(key);
}

/** Returns true when another sign-in can solve the error. */
export function needsSignIn(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { kind } = readCredential();
  if (error.status === 404) return kind === 'anonymous';
  return (error.status === 401 && kind !== 'guest') || isGuestLimit(error);
}

/** Returns true when the file of a task was closed to people outside of its organization. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof ApiError && error.status === 410 && error.details['reason'] === 'withdrawn';
}

function isGuestLimit({ status, retryAfterMs = Number.POSITIVE_INFINITY }: ApiError): boolean {
  const { kind } = readCredential();
  return status === 429 && kind !== 'session' && retryAfterMs > rateLimitMs;
}

function describeConflict({ details: { status } }: ApiError): string {
  if (status === 'no_tasks') return say('noTasks');
  if (status === 'paused') return say('jobPaused');
  return say(typeof status === 'string' ? 'jobEnded' : 'changed');
}
