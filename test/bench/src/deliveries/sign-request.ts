import { createHmac, randomUUID } from 'node:crypto';

/** Signs a body as webhooks are signed, with the same headers. `secret` is the base64 part of a signing secret. */
export function signRequest(body: string, secret: string, id: string = randomUUID()): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const own = createHmac('sha256', `whsec_${secret}`).update(`${timestamp}.${body}`).digest('hex');
  const key = Buffer.from(secret, 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Assay-Webhooks/1',
    'X-Service-Event': 'run.completed',
    'X-Service-Delivery-Id': id,
    'X-Service-Webhook-Id': id,
    'X-Service-Signature': `t=${timestamp},v1=${own}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}
