import type { Clock } from '@assay/chassis/clock';
import type { KeyOpener } from '../webhook/secret.ts';
import type { Webhook } from '../webhook/webhook.ts';
import { maxAttempts, notAttempted } from './delivery.ts';
import type { AttemptRecord, TakenDelivery } from './delivery.ts';
import { recordAttempt } from './schedule.ts';
import type { Sender } from './sender.ts';
import { buildHeaders } from './sign.ts';

export interface AttemptDeps {
  readonly sender: Sender;
  readonly openKeys: KeyOpener;
  readonly clock: Clock;
}

/** The end of an attempt, with what it says about the receiver. */
export interface Attempted {
  readonly record: AttemptRecord;
  /** True if the receiver responded with a status from 200 to 299. Undefined if no request was sent. */
  readonly isReached: boolean | undefined;
  /** True if the receiver wants no further deliveries. */
  readonly isGone: boolean;
}

/** Sends a delivery once. The webhook was read after the delivery was taken, so that its secret is the current one. */
export async function attempt(
  { sender, openKeys, clock }: AttemptDeps,
  taken: TakenDelivery,
  webhook: Webhook | undefined,
): Promise<Attempted> {
  if (webhook === undefined || (webhook.status === 'disabled' && !taken.isTest))
    return withoutAttempt(notSent(notAttempted));
  if (taken.attempt > maxAttempts)
    return withoutAttempt({ ...notSent('The last attempt was interrupted.'), status: 'exhausted' });
  const startedAt = clock.now();
  const keys = openKeys(webhook, startedAt);
  const headers = buildHeaders({ delivery: taken, keys, now: startedAt });
  const { isGone, ...outcome } = await sender.post({ url: webhook.url, headers, body: taken.body });
  const record = recordAttempt(taken, outcome, clock.now());
  const isReached = outcome.errorMessage === undefined;
  const isLast = isGone || (taken.isTest && !isReached);
  return {
    record: isLast ? { ...record, status: 'failed', nextAttemptAt: undefined } : record,
    isReached,
    isGone,
  };
}

function withoutAttempt(record: AttemptRecord): Attempted {
  return { record, isReached: undefined, isGone: false };
}

/** Builds the end of a delivery that is not sent again. */
function notSent(errorMessage: string): AttemptRecord {
  return {
    status: 'failed',
    responseStatusCode: undefined,
    responseBody: undefined,
    errorMessage,
    durationMs: undefined,
    deliveredAt: undefined,
    nextAttemptAt: undefined,
  };
}
