import { createHmac, timingSafeEqual } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitAttempt } from '../advance.ts';
import { startReceiver } from '../receiver.ts';
import type { Received, Receiver } from '../receiver.ts';
import { completeRun, newWebhook, start } from '../start.ts';
import type { Started } from '../start.ts';

let [receiver, running]: [Receiver, Started] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver]);
});
afterAll(async () => {
  await running.stop();
  await receiver.stop();
});

/** Returns true if the verifier of Standard Webhooks accepts the request, from its raw bytes. */
function isStandard({ headers, body }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

/** Returns true if one signature of `X-Service-Signature` fits the raw bytes of the request. */
function isOwn({ headers, body }: Received, secret: string): boolean {
  const [time = '', ...signatures] = (headers['x-service-signature'] ?? '').split(',');
  const timestamp = time.replace(/^t=/u, '');
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return signatures.some((text) => {
    const signature = Buffer.from(text.replace(/^v1=/u, ''), 'hex');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

const countSignatures = ({ headers }: Received): readonly number[] => [
  (headers['x-service-signature'] ?? '').split('v1=').length - 1,
  (headers['webhook-signature'] ?? '').split(' ').length,
];

/** Publishes an event and waits for its request, the next one at the path. */
async function receiveNext(call: OutgoingCall, path: string, projectId: string): Promise<Received> {
  const before = receiver.at(path).length;
  await completeRun(running, call, projectId);
  return eventually(() => {
    const request = receiver.at(path)[before];
    if (request === undefined) throw new Error('no request yet');
    return request;
  });
}

const rotate = async (call: OutgoingCall, path: { ownerId: string; webhookId: string }, seconds: number) => {
  const request = { ...path, gracePeriodSeconds: seconds };
  const { webhook } = await running.webhooks.rotateWebhookSecret(call, request);
  return webhook?.secret ?? '';
};

describe('a request', () => {
  it('has signatures that Standard Webhooks and an HMAC of the raw bytes verify', async () => {
    const call = callBy();
    const { path, secret } = await newWebhook(running, call, { url: `${receiver.origin}/signed` });
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/u);
    const request = await receiveNext(call, '/signed', path.ownerId);
    expect([isStandard(request, secret), isOwn(request, secret)]).toEqual([true, true]);
    expect(countSignatures(request)).toEqual([1, 1]);
    const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
    expect([isStandard(changed, secret), isOwn(changed, secret)]).toEqual([false, false]);
  });
});

describe('a rotated secret', () => {
  it.each(['redelivered', 'stopped'])(
    'replaces the old one after the attempt of a %s delivery',
    async (name) => {
      const call = callBy();
      const { path } = await newWebhook(running, call, { url: `${receiver.origin}/${name}` });
      const gate = new EventEmitter();
      receiver.answer(async ({ path: at }) => {
        if (receiver.at(at).length === 2) await once(gate, 'open');
        return { status: at === `/${name}` ? 500 : 204 };
      });
      await completeRun(running, call, path.ownerId);
      const [first] = await awaitAttempt(running, { call, path, count: 1 }, 1);
      running.clock.advance(70_000);
      await eventually(() => {
        expect(receiver.at(`/${name}`)).toHaveLength(2);
      });
      if (name === 'redelivered') {
        await running.webhooks.redeliverWebhook(call, { ...path, deliveryId: first?.id ?? '' });
      } else {
        const change = { ...path, status: WebhookStatus.DISABLED, updateMask: ['status'] };
        await running.webhooks.updateWebhook(call, WebhookUpdate.fromPartial(change));
      }
      let isAnswered = false;
      const rotated = rotate(call, path, 0).finally(() => (isAnswered = true));
      await running.webhooks.testWebhook(call, path);
      expect(isAnswered).toBe(false);
      gate.emit('open');
      await rotated;
      const deliveries = await running.listDeliveries(call, path);
      const [old] = deliveries.filter(({ id }) => id === first?.id);
      expect(old).toMatchObject({ status: DeliveryStatus.FAILED, nextAttemptAt: undefined });
      receiver.answer(() => ({ status: 204 }));
    },
  );

  it('signs together with the old one during grace, first, and alone afterwards', async () => {
    const call = callBy();
    const { path, secret } = await newWebhook(running, call, { url: `${receiver.origin}/grace` });
    const fresh = await rotate(call, path, 60);
    const both = await receiveNext(call, '/grace', path.ownerId);
    expect(countSignatures(both)).toEqual([2, 2]);
    for (const text of [fresh, secret]) {
      expect([isStandard(both, text), isOwn(both, text)]).toEqual([true, true]);
    }
    const first = (both.headers['webhook-signature'] ?? '').split(' ')[0] ?? '';
    expect(isStandard({ ...both, headers: { ...both.headers, 'webhook-signature': first } }, fresh)).toBe(
      true,
    );
    running.clock.advance(61_000);
    const alone = await receiveNext(call, '/grace', path.ownerId);
    expect(countSignatures(alone)).toEqual([1, 1]);
    expect([isOwn(alone, fresh), isOwn(alone, secret)]).toEqual([true, false]);
  });

  it('replaces the old one before the call is answered, also while an attempt runs', async () => {
    const call = callBy();
    const { path, secret } = await newWebhook(running, call, { url: `${receiver.origin}/rotated` });
    const gate = new EventEmitter();
    receiver.answer(async ({ path: at }) => {
      if (at === '/rotated' && receiver.at(at).length === 1) await once(gate, 'open');
      return { status: 204 };
    });
    const held = await receiveNext(call, '/rotated', path.ownerId);
    let isAnswered = false;
    const rotated = rotate(call, path, 0).finally(() => (isAnswered = true));
    await receiveNext(call, '/rotated', path.ownerId);
    expect(isOwn(held, secret)).toBe(true);
    expect(isAnswered).toBe(false);
    gate.emit('open');
    const fresh = await rotated;
    receiver.answer(() => ({ status: 204 }));
    const request = await receiveNext(call, '/rotated', path.ownerId);
    expect([isOwn(request, fresh), isOwn(request, secret)]).toEqual([true, false]);
    expect([isStandard(request, fresh), isStandard(request, secret)]).toEqual([true, false]);
  });
});
