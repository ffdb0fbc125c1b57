import { EventEmitter, once } from 'node:events';
import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWebhook } from '../src/domain/webhooks/webhook/create-webhook.ts';
import { rotateSecret } from '../src/domain/webhooks/webhook/rotate-secret.ts';
import { openSecrets } from '../src/domain/webhooks/webhook/secret.ts';
import { updateWebhook } from '../src/domain/webhooks/webhook/update-webhook.ts';
import { awaitAttempt } from './advance.ts';
import { createParts, receiveCall } from './parts.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Started } from './start.ts';

let [receiver, another, running]: [Receiver, Receiver, Started] = [] as never;
beforeAll(async () => {
  [receiver, another] = [await startReceiver(), await startReceiver()];
  running = await start([receiver, another]);
});
afterEach(() => {
  receiver.answer(() => ({ status: 204 }));
});
afterAll(async () => {
  await running.stop();
  await receiver.stop();
  await another.stop();
});

const countDeliveries = (filter: object) =>
  running.db.collection('webhook_deliveries').countDocuments(filter);

/** Creates a webhook of a job through the domain, as the process of an interrupted call would. */
async function newJobWebhook(call: CallContext) {
  const parts = createParts(running);
  const owner = { kind: 'job', id: newId() } as const;
  const input = { owner, url: receiver.origin, description: '', eventTypes: ['answer.accepted'] };
  const { webhook, secret } = await createWebhook(parts, call, input);
  return { parts, webhook, secret, path: { owner, webhookId: webhook.id } };
}

describe('a rotated secret', () => {
  it('is the same for a repetition of an interrupted call, so that the old one keeps its grace', async () => {
    const call = { ...receiveCall(running), operation: newId() };
    const { parts, path, secret } = await newJobWebhook(call);
    const rotation = { path, gracePeriodSeconds: 600 };
    const rotated = await rotateSecret(parts, call, rotation);
    const repeated = await rotateSecret(parts, call, rotation);
    expect(repeated.secret).toBe(rotated.secret);
    const opened = openSecrets(parts.sealer, repeated.webhook, running.clock.now());
    expect(opened.map(({ text }) => text)).toEqual([rotated.secret, secret]);
    const next = await rotateSecret(parts, { ...call, operation: newId() }, rotation);
    expect(next.secret).not.toBe(rotated.secret);
  });

  it('waits for a test whose client has left', async () => {
    const call = callBy();
    const { path, id } = await newWebhook(running, call, { url: `${receiver.origin}/left` });
    const other = await newWebhook(running, call, { url: another.origin });
    const gate = new EventEmitter();
    receiver.answer(async () => {
      await once(gate, 'open');
      return { status: 204 };
    });
    const controller = new AbortController();
    const tested = running.webhooks.testWebhook({ ...call, signal: controller.signal }, path);
    const ended = tested.then(
      () => 'answered',
      () => 'cancelled',
    );
    await eventually(() => {
      expect(receiver.at('/left')).toHaveLength(1);
    });
    controller.abort();
    expect(await ended).toBe('cancelled');
    await eventually(async () => {
      expect(await countDeliveries({ webhookId: id, state: 'open' })).toBe(0);
    });
    let isAnswered = false;
    const rotated = running.webhooks
      .rotateWebhookSecret(call, { ...path, gracePeriodSeconds: 0 })
      .finally(() => (isAnswered = true));
    await running.webhooks.testWebhook(call, other.path);
    expect(isAnswered).toBe(false);
    gate.emit('open');
    await rotated;
    expect(await countDeliveries({ webhookId: id })).toBe(0);
  });
});

describe('a change', () => {
  it('to another address moves the waiting deliveries, so that they use no slot of the former receiver', async () => {
    receiver.answer(() => ({ status: 500 }));
    const call = callBy();
    const { path, id } = await newWebhook(running, call, { url: receiver.origin });
    await completeRun(running, call, path.ownerId);
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    const change = { ...path, url: `${another.origin}/moved`, updateMask: ['url'] };
    await running.webhooks.updateWebhook(call, WebhookUpdate.fromPartial(change));
    expect(await running.db.collection('webhook_deliveries').distinct('origin', { webhookId: id })).toEqual([
      another.origin,
    ]);
    running.clock.advance(70_000);
    await awaitAttempt(running, { call, path, count: 1 }, 2);
    expect(another.at('/moved')).toHaveLength(1);
  });

  it('of the status applies to the webhook that the platform has disabled meanwhile', async () => {
    const call = receiveCall(running);
    const { parts, webhook, path } = await newJobWebhook(call);
    running.clock.advance(1_000);
    let isDisabled = false;
    const webhooks = {
      ...parts.webhooks,
      async update(...args: Parameters<typeof parts.webhooks.update>) {
        if (!isDisabled) isDisabled = await parts.webhooks.disable(webhook, 'exhausted', running.clock.now());
        return parts.webhooks.update(...args);
      },
    };
    const changes = { status: 'active', description: 'kept' } as const;
    const updated = await updateWebhook({ ...parts, webhooks }, call, { path, changes });
    expect(updated).toMatchObject({ ...changes, disabledReason: undefined });
    expect(updated.countsFrom.getTime()).toBeGreaterThan(webhook.countsFrom.getTime());
  });

  it('to no events is refused', async () => {
    const call = callBy();
    const { path, eventTypes } = await newWebhook(running, call, { url: receiver.origin });
    const change = WebhookUpdate.fromPartial({ ...path, eventTypes: [], updateMask: ['event_types'] });
    expect(await catchRefusal(running.webhooks.updateWebhook(call, change))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field: 'eventTypes' },
    });
    expect((await running.webhooks.getWebhook(call, path)).webhook?.eventTypes).toEqual(eventTypes);
  });
});

describe('a deleted project', () => {
  it('keeps the audit events of its webhooks until they are published, and hides the webhooks', async () => {
    const call = receiveCall(running);
    const { parts, webhook, path } = await newJobWebhook(call);
    // Nothing publishes the events of this webhook: its process has died.
    const collection = running.db.collection<{ _id: string }>('webhooks');
    await parts.webhooks.removeOwner(call.organizationId, path.owner, running.clock.now());
    expect(await parts.webhooks.find(call.organizationId, path)).toBeUndefined();
    expect(await parts.webhooks.list(call.organizationId, path.owner)).toEqual([]);
    const hidden = await collection.findOne({ _id: webhook.id });
    expect(hidden).toMatchObject({ deletedAt: expect.any(Date), place: webhook.id });
    await eventually(async () => {
      await parts.webhooks.removeOwner(call.organizationId, path.owner, running.clock.now());
      expect(await collection.countDocuments({ _id: webhook.id })).toBe(0);
    });
  });
});
