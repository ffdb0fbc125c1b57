import { newId } from '@assay/chassis/ids';
import { createSealer, readSealingSecrets } from '@assay/chassis/tokens/sealer';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptRecord } from '../src/domain/webhooks/delivery/delivery.ts';
import { newDelivery } from '../src/domain/webhooks/delivery/new-delivery.ts';
import { receiveEvent } from '../src/domain/webhooks/event/receive-event.ts';
import { testWebhook } from '../src/domain/webhooks/delivery/test-webhook.ts';
import { createWebhook } from '../src/domain/webhooks/webhook/create-webhook.ts';
import { checkLately } from '../src/domain/webhooks/delivery/disable-webhook.ts';
import { sealAgain } from '../src/domain/webhooks/webhook/rotate-secret.ts';
import { advanceTo, awaitAttempt } from './advance.ts';
import { createParts, receiveCall } from './parts.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Started } from './start.ts';

let [receiver, running]: [Receiver, Started] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver]);
});
afterEach(() => {
  receiver.answer(() => ({ status: 204 }));
});
afterAll(async () => {
  await running.stop();
  await receiver.stop();
});

describe('the webhooks of a job', () => {
  it('receive the events of the job alone', async () => {
    const parts = createParts(running);
    const call = receiveCall(running);
    const { organizationId } = call;
    const owner = { kind: 'job', id: newId() } as const;
    const input = { owner, url: `${receiver.origin}/job`, description: '' };
    const refused = createWebhook(parts, call, { ...input, eventTypes: ['run.completed'] });
    expect(await catchRefusal(refused)).toMatchObject({ details: { field: 'eventTypes.0' } });
    const created = await createWebhook(parts, call, { ...input, eventTypes: ['answer.accepted'] });
    const event = { organizationId, name: 'answer.accepted', body: '{}', occurredAt: running.clock.now() };
    const other = { kind: 'job', id: newId() } as const;
    await receiveEvent(parts, { ...event, id: newId(), owner: other });
    const id = newId();
    await receiveEvent(parts, { ...event, id, owner });
    await receiveEvent(parts, { ...event, id, owner });
    await receiveEvent(parts, { ...event, id: newId(), name: 'billing.low_balance', owner: undefined });
    await eventually(() => {
      expect(receiver.at('/job').map(({ headers }) => headers['webhook-id'])).toEqual([id]);
    });
    const path = { owner, webhookId: created.webhook.id };
    expect(await testWebhook(parts, call, path)).toMatchObject({ ok: true });
    const [, tested] = receiver.at('/job');
    expect(JSON.parse(tested?.body.toString() ?? '')).toMatchObject({ jobId: owner.id, projectId: null });
  });
});

describe('a new address', () => {
  it('applies to the next attempt of a delivery', async () => {
    receiver.answer(({ path }) => ({ status: path === '/new' ? 204 : 500 }));
    const call = callBy();
    const { path } = await newWebhook(running, call, { url: `${receiver.origin}/old` });
    await completeRun(running, call, path.ownerId);
    const failed = await awaitAttempt(running, { call, path, count: 1 }, 1);
    const change = { ...path, url: `${receiver.origin}/new`, updateMask: ['url'] };
    await running.webhooks.updateWebhook(call, WebhookUpdate.fromPartial(change));
    advanceTo(running, failed);
    const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, 2);
    expect(delivery?.status).toBe(DeliveryStatus.SUCCEEDED);
    expect([receiver.at('/old').length, receiver.at('/new').length]).toEqual([1, 1]);
  });
});

describe('a process that dies after the tenth exhausted delivery', () => {
  it('leaves the check to another one', async () => {
    const parts = createParts(running);
    const call = callBy();
    const { path, id } = await newWebhook(running, call, { url: receiver.origin });
    const owner = { kind: 'project', id: path.ownerId } as const;
    const webhook = await parts.webhooks.find(call.organizationId, { owner, webhookId: id });
    if (webhook === undefined) throw new Error('the webhook was not stored');
    const now = running.clock.now();
    const create = () =>
      newDelivery(
        webhook,
        { id: newId(), name: 'run.completed', body: '{}' },
        { earlier: 0, createdAt: now },
      );
    const origin = 'https://dead.example.com';
    const deliveries = Array.from({ length: 10 }, () => ({ ...create(), origin }));
    const dueLater = deliveries.map((delivery) => ({
      ...delivery,
      createdAt: new Date(now.getTime() + 1_000),
    }));
    await parts.deliveryQueue.insert(dueLater);
    const claim = {
      claim: newId(),
      now: new Date(now.getTime() + 1_000),
      leaseEnd: new Date(now.getTime() + 30_000),
    };
    const record: AttemptRecord = {
      status: 'exhausted',
      responseStatusCode: 500,
      responseBody: '',
      errorMessage: 'failed',
      durationMs: 1,
      deliveredAt: undefined,
      nextAttemptAt: undefined,
    };
    const due = dueLater.map((delivery) => ({ ...delivery, attempt: 1 }));
    const taken = await parts.deliveryQueue.take(due, claim);
    await parts.deliveryQueue.record(
      claim.claim,
      taken.slice(1).map((found) => ({ taken: found, record })),
      now,
    );
    await checkLately(parts);
    expect((await running.webhooks.getWebhook(call, path)).webhook?.status).toBe(WebhookStatus.ACTIVE);
    await parts.deliveryQueue.record(
      claim.claim,
      taken.slice(0, 1).map((found) => ({ taken: found, record })),
      now,
    );
    await checkLately(parts);
    expect((await running.webhooks.getWebhook(call, path)).webhook?.status).toBe(WebhookStatus.DISABLED);
  });
});

describe('a sealing secret', () => {
  it('can be taken away when the secrets are encrypted with the next one', async () => {
    const parts = createParts(running);
    const call = callBy();
    const { path, secret } = await newWebhook(running, call, { url: `${receiver.origin}/sealed` });
    const [current] = readSealingSecrets(running.config);
    const both = createSealer(['another secret for tests', current], 'webhook secret');
    await sealAgain({ ...parts, sealer: both });
    const owner = { kind: 'project', id: path.ownerId } as const;
    const stored = await parts.webhooks.find(call.organizationId, { owner, webhookId: path.webhookId });
    const sealed = Buffer.from(stored?.secrets[0]?.sealed ?? '', 'base64');
    const fresh = createSealer(['another secret for tests'], 'webhook secret');
    expect(fresh.open(sealed, path.webhookId)?.bytes.toString()).toBe(secret);
    expect(parts.sealer.open(sealed, path.webhookId)).toBeUndefined();
    // The process of this test has the former secret alone, so it seals again for itself.
    await sealAgain({
      ...parts,
      sealer: createSealer([current, 'another secret for tests'], 'webhook secret'),
    });
    await completeRun(running, call, path.ownerId);
    const request = await eventually(() => {
      const [first] = receiver.at('/sealed');
      if (first === undefined) throw new Error('no request yet');
      return first;
    });
    expect(new Webhook(secret).verify(request.body, { ...request.headers })).toBeDefined();
  });
});
