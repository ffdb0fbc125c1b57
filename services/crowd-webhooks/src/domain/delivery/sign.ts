import { createHmac } from 'node:crypto';
import type { TakenDelivery } from './delivery.ts';

/** The facts of a request that its headers state. */
export interface SignedRequest {
  readonly delivery: Pick<TakenDelivery, 'id' | 'eventId' | 'event' | 'webhookId' | 'body'>;
  /** The secrets in plain text, the current one first. */
  readonly secrets: readonly string[];
  readonly now: Date;
}

const prefix = 'whsec_';

/**
 * Builds the headers of a request: `X-Service-*`, and those of Standard Webhooks. `X-Service-Signature` is keyed with the whole secret,
 * `webhook-signature` with its decoded bytes (C38).
 */
export function buildHeaders({ delivery, secrets, now }: SignedRequest): Readonly<Record<string, string>> {
  const { id, eventId, event, webhookId, body } = delivery;
  const timestamp = Math.floor(now.getTime() / 1_000).toString();
  const own = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${hmac(key, `${eventId}.${timestamp}.${body}`).toString('base64')}`;
  });
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

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
