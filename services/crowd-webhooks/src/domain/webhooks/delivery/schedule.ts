import { createHash } from 'node:crypto';
import { minutes } from '@assay/chassis/units';
import { maxAttempts } from './delivery.ts';
import type { AttemptOutcome, AttemptRecord, TakenDelivery } from './delivery.ts';

/** The part by which a gap may be shorter or longer. */
const jitter = 0.1;
const longestMs = minutes(64);

/** Returns how an attempt ends: gaps of 1, 2, 4 … 64 minutes ±10 %, later if the receiver requests it (C45). */
export function recordAttempt(
  { id, attempt }: Pick<TakenDelivery, 'id' | 'attempt'>,
  { statusCode, responseBody, errorMessage, durationMs, retryAfter }: AttemptOutcome,
  now: Date,
): AttemptRecord {
  const facts = { responseStatusCode: statusCode, responseBody, errorMessage, durationMs };
  if (errorMessage === undefined)
    return { ...facts, status: 'succeeded', deliveredAt: now, nextAttemptAt: undefined };
  if (attempt >= maxAttempts)
    return { ...facts, status: 'exhausted', deliveredAt: undefined, nextAttemptAt: undefined };
  const gapMs = minutes(2 ** (attempt - 1)) * (1 + jitter * spread(id, attempt));
  const requested = Math.min(retryAfter?.getTime() ?? 0, now.getTime() + longestMs);
  const nextAttemptAt = new Date(Math.max(now.getTime() + gapMs, requested));
  return { ...facts, status: 'failed', deliveredAt: undefined, nextAttemptAt };
}

/** Returns a number from -1 to 1 that is the same for every repetition. */
function spread(id: string, attempt: number): number {
  const digest = createHash('sha256').update(`${id} ${attempt.toString()}`).digest();
  return (digest.readUInt32BE() / 0xff_ff_ff_ff) * 2 - 1;
}
