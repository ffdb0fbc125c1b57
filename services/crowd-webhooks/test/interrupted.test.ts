import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redeliver } from '../src/domain/webhooks/delivery/redeliver.ts';
import { receiveEvent } from '../src/domain/webhooks/event/receive-event.ts';
import { createWebhook } from '../src/domain/webhooks/webhook/create-webhook.ts';
import { forgetDeleted } from '../src/domain/webhooks/webhook/delete-webhook.ts';
import type { Owner } from '../src/domain/webhooks/webhook/webhook.ts';
import { awaitAttempt } from './advance.ts';
import { awaitHandled } from './events.ts';
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

const hourMs = 3_600_000;
const deliveries = () => running.db.collection('webhook_deliveries');

async function newJobWebhook(call: CallContext, path: string, owner: Owner) {
  const input = { owner, url: receiver.origin + path, description: '', eventTypes: ['answer.accepted'] };
  return (await createWebhook(createParts(running), call, input)).webhook;
}

const newJob = (): Owner => ({ kind: 'job', id: newId() });
const newEvent = ({ organizationId }: CallContext, owner: Owner) => ({
  id: newId(),
  organizationId,
  owner,
  name: 'answer.accepted',
  body: '{}',
  occurredAt: running.clock.now(),
});

describe('a process that dies', () => {
  it('after it stored an event leaves its deliveries to the repeated event, for the webhooks of that time', async () => {
    const call = receiveCall(running);
    const owner = newJob();
    const parts = createParts(running);
    const webhook = await newJobWebhook(call, '/stored', owner);
    const event = newEvent(call, owner);
    await parts.events.insertMany([{ ...event, webhookIds: [webhook.id] }]);
    await newJobWebhook(call, '/later', owner);
    await receiveEvent(parts, event);
    await receiveEvent(parts, event);
    const last = newEvent(call, owner);
    await receiveEvent(parts, last);
    await eventually(() => {
      expect([receiver.at('/stored').length, receiver.at('/later').length]).toEqual([2, 1]);
    });
    expect(await deliveries().countDocuments({ webhookId: webhook.id })).toBe(2);
    expect(receiver.at('/later').map(({ headers }) => headers['webhook-id'])).toEqual([last.id]);
  });

  it('after it disabled a webhook leaves the end of its deliveries to the event', async () => {
    receiver.answer(() => ({ status: 500 }));
    const call = receiveCall(running);
    const owner = newJob();
    const parts = createParts(running);
    const webhook = await newJobWebhook(call, '/disabled', owner);
    await receiveEvent(parts, newEvent(call, owner));
    const failed = { webhookId: webhook.id, status: 'failed' };
    await eventually(async () => {
      expect(await deliveries().countDocuments({ ...failed, state: 'open' })).toBe(1);
    });
    await parts.webhooks.disable(webhook, 'gone', running.clock.now());
    await eventually(async () => {
      expect(await deliveries().countDocuments({ ...failed, state: 'done', nextAttemptAt: null })).toBe(1);
    });
    running.clock.advance(hourMs);
    expect(receiver.at('/disabled')).toHaveLength(1);
  });

  it('after it hid a deleted webhook leaves the deliveries to the periodic task, and sends none', async () => {
    receiver.answer(() => ({ status: 500 }));
    const call = receiveCall(running);
    const parts = createParts(running);
    const { path, id } = await newWebhook(running, call, { url: `${receiver.origin}/hidden` });
    await completeRun(running, call, path.ownerId);
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    const owner = { kind: 'project', id: path.ownerId } as const;
    const deletion = { now: running.clock.now(), call };
    await parts.webhooks.remove(call.organizationId, { owner, webhookId: id }, deletion);
    running.clock.advance(hourMs + 60_000);
    await eventually(async () => {
      await forgetDeleted(parts);
      expect(await deliveries().countDocuments({ webhookId: id })).toBe(0);
      const collection = running.db.collection<{ _id: string }>('webhooks');
      expect(await collection.countDocuments({ _id: id })).toBe(0);
    });
    expect(receiver.at('/hidden')).toHaveLength(1);
  });

  it('after it ended a delivery that is sent once more leaves the new one to the repeated call', async () => {
    const call = { ...receiveCall(running), operation: newId() };
    const owner = newJob();
    const parts = createParts(running);
    const webhook = await newJobWebhook(call, '/once-more', owner);
    const event = newEvent(call, owner);
    receiver.answer(() => ({ status: 500 }));
    await receiveEvent(parts, event);
    const old = await eventually(async () => {
      const found = await deliveries().findOne({ webhookId: webhook.id, status: 'failed' });
      if (found === null) throw new Error('the first attempt is not recorded');
      return found;
    });
    const first = String(old._id);
    receiver.answer(() => ({ status: 204 }));
    const path = { owner, webhookId: webhook.id };
    const stored = await parts.deliveryLog.find(call.organizationId, webhook.id, first);
    if (stored === undefined) throw new Error('the delivery was not stored');
    await parts.deliveryLog.supersede(stored);
    const again = await redeliver(parts, call, { path, deliveryId: first });
    const repeated = await redeliver(parts, call, { path, deliveryId: first });
    expect(repeated.id).toBe(again.id);
    await eventually(() => {
      const ids = receiver.at('/once-more').map(({ headers }) => headers['x-service-delivery-id']);
      expect(ids).toEqual([first, again.id]);
    });
  });
});

describe('an event that arrives after the deletion of its project', () => {
  it('is not stored', async () => {
    const call = callBy();
    const { organizationId } = call;
    const { path } = await newWebhook(running, call, { url: `${receiver.origin}/late` });
    const { ownerId: projectId } = path;
    const deleted = ProjectDeleted.fromPartial({ projectId, organizationId });
    await running.publish(ProjectDeleted, deleted, organizationId);
    await awaitHandled(running.events, 'PROJECTS', 'project-deleted');
    await completeRun(running, call, projectId);
    await awaitHandled(running.events, 'RUNS', 'run-completed');
    for (const name of ['webhook_events', 'webhook_deliveries'])
      expect(await running.db.collection(name).countDocuments({ organizationId })).toBe(0);
    expect(receiver.at('/late')).toEqual([]);
  });
});

describe('an idempotency key of another organization', () => {
  it('creates another webhook with another secret', async () => {
    const idempotencyKey = newId();
    const projectId = newId();
    const create = () =>
      newWebhook(running, { ...callBy(), idempotencyKey }, { url: receiver.origin, projectId });
    const one = await create();
    const other = await create();
    expect(one.id).not.toBe(other.id);
    expect(one.secret).not.toBe(other.secret);
  });
});
