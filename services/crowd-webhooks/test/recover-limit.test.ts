import { newId } from '@assay/chassis/ids';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createParts } from './parts.ts';
import { newWebhook, start } from './start.ts';
import type { Path, Started } from './start.ts';

let running: Started;
beforeAll(async () => {
  // Without the role worker nothing is sent.
  running = await start([], { ROLES: 'api,relay' });
});
afterAll(() => running.stop());

const minuteMs = 60_000;

/** Stores events of a project, of which seven occur in each millisecond from the result on. */
async function storeEvents(organizationId: string, { ownerId }: Path, count: number): Promise<Date> {
  const owner = { kind: 'project', id: ownerId } as const;
  const occurredAt = running.clock.now();
  const facts = { organizationId, owner, name: 'run.completed', body: '{}', webhookIds: [], occurredAt };
  await createParts(running).events.insertMany([{ ...facts, id: newId() }]);
  const collection = running.db.collection<{ _id: string; occurredAt: Date }>('webhook_events');
  const document = await collection.findOne({ organizationId });
  if (document === null) throw new Error('the event was not stored');
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    ...document,
    _id: newId(),
    occurredAt: new Date(occurredAt.getTime() + Math.floor(index / 7)),
  }));
  await collection.insertMany(others);
  return occurredAt;
}

it('a call of recover creates at most 10,000 deliveries, and the next one the others', async () => {
  const call = callBy();
  const { organizationId } = call;
  const { path, id: webhookId } = await newWebhook(running, call, { url: 'https://hooks.example.com' });
  const first = await storeEvents(organizationId, path, 10_020);
  // The events that the first call leaves are the last ones.
  const last = new Date(first.getTime() + 1_400);
  running.clock.advance(minuteMs);
  const recover = async (since: Date) =>
    (await running.webhooks.recoverWebhook(call, { ...path, since, until: undefined })).queued;
  expect(await recover(first)).toBe(10_000);
  const deliveries = running.db.collection('webhook_deliveries');
  expect(await deliveries.countDocuments({ webhookId })).toBe(10_000);
  const [one, other] = await Promise.all([recover(last), recover(last)]);
  expect([one + other, await deliveries.countDocuments({ webhookId })]).toEqual([20, 10_020]);
  expect(await recover(last)).toBe(0);
  expect((await deliveries.distinct('eventId', { webhookId })).length).toBe(10_020);
  // All of them stop with the webhook.
  const change = { ...path, status: WebhookStatus.DISABLED, updateMask: ['status'] };
  await running.webhooks.updateWebhook(call, WebhookUpdate.fromPartial(change));
  expect(await deliveries.countDocuments({ webhookId, state: 'open' })).toBe(0);
});
