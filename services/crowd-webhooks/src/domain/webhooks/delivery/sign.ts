import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SigningKeys } from '../webhook/secret.ts';
import type { TakenDelivery } from './delivery.ts';

/** The facts of a request that its headers state. */
export interface SignedRequest {
  readonly delivery: Pick<TakenDelivery, 'id' | 'eventId' | 'event' | 'webhookId' | 'body'>;
  /** The keys of the secrets, the current one first. */
  readonly keys: readonly SigningKeys[];
  readonly now: Date;
}

/**
 * Builds the headers of a request: `X-Service-*`, and those of Standard Webhooks. `X-Service-Signature` is keyed with the whole secret,
 * `webhook-signature` with its decoded bytes (C38).
 */
export function buildHeaders({ delivery, keys, now }: SignedRequest): Readonly<Record<string, string>> {
  const { id, eventId, event, webhookId, body } = delivery;
  const timestamp = Math.floor(now.getTime() / 1_000).toString();
  const own = keys.map((key) => `v1=${hmac(key.own, `${timestamp}.${body}`, 'hex')}`);
  const standard = keys.map((key) => `v1,${hmac(key.standard, `${eventId}.${timestamp}.${body}`, 'base64')}`);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Assay-Webhooks/1',
    'X-Service-Event': event,
    'X-Service-Delivery-Id': id,
    'X-Service-Webhook-Id': webhookId,
    'X-Service-Signature': [`t=${timestamp}`, ...own].join(','),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

function hmac(key: KeyObject, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
