import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSigningKeys } from '../webhook/secret.ts';
import { buildHeaders } from './sign.ts';

const now = new Date('2026-11-01T12:00:00.900Z');
const timestamp = '1793534400';
const delivery = {
  id: 'delivery',
  eventId: 'event',
  event: 'run.completed',
  webhookId: 'webhook',
  body: '{"name":"Größe"}',
};
const bytes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const secrets = bytes.map((key) => `whsec_${key.toString('base64')}`);
const [first = ''] = secrets;

describe('buildHeaders', () => {
  it('states the event, the delivery and the webhook', () => {
    expect(buildHeaders({ delivery, keys: [createSigningKeys(first)], now })).toMatchObject({
      'Content-Type': 'application/json',
      'X-Service-Event': 'run.completed',
      'X-Service-Delivery-Id': 'delivery',
      'X-Service-Webhook-Id': 'webhook',
      'webhook-id': 'event',
      'webhook-timestamp': timestamp,
    });
  });

  it('keys X-Service-Signature with the text of the secret, in UTF-8', () => {
    const headers = buildHeaders({ delivery, keys: [createSigningKeys(first)], now });
    const signature = createHmac('sha256', first).update(`${timestamp}.${delivery.body}`).digest('hex');
    expect(headers['X-Service-Signature']).toBe(`t=${timestamp},v1=${signature}`);
  });

  it('keys webhook-signature with the decoded bytes, and signs the id', () => {
    const headers = buildHeaders({ delivery, keys: [createSigningKeys(first)], now });
    const signature = createHmac('sha256', bytes[0])
      .update(`event.${timestamp}.${delivery.body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  });

  it('signs with every secret, in their order', () => {
    const both = buildHeaders({ delivery, keys: secrets.map(createSigningKeys), now });
    const alone = secrets.map((secret) => buildHeaders({ delivery, keys: [createSigningKeys(secret)], now }));
    const own = alone.map((headers) => (headers['X-Service-Signature'] ?? '').split(',')[1]);
    expect(both['X-Service-Signature']).toBe([`t=${timestamp}`, ...own].join(','));
    expect(both['webhook-signature']).toBe(alone.map((headers) => headers['webhook-signature']).join(' '));
  });
});
