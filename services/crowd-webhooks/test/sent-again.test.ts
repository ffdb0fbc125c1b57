import { newId } from '@assay/chassis/ids';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { DatasetVersionCompleted } from '@assay/proto/datasets/v1/dataset_events';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import { DeliveryQuery, WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awaitAttempt } from './advance.ts';
import { awaitHandled } from './events.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Path, Started } from './start.ts';

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

const call = callBy();
const { organizationId } = call;
const minuteMs = 60_000;
const minutesAgo = (minutes: number) => new Date(running.clock.now().getTime() - minutes * minuteMs);
const subscribe = (path: string, eventTypes?: string[]) =>
  newWebhook(running, call, { url: `${receiver.origin}${path}`, ...(eventTypes && { eventTypes }) });
const setStatus = (path: Path, status: WebhookStatus) =>
  running.webhooks.updateWebhook(
    call,
    WebhookUpdate.fromPartial({ ...path, status, updateMask: ['status'] }),
  );
const recover = async (path: Path, since: Date, until?: Date) =>
  (await running.webhooks.recoverWebhook(call, { ...path, since, until })).queued;
const listStatuses = async (path: Path) =>
  (await running.listDeliveries(call, path)).map(({ status }) => status);

describe('redeliver', () => {
  it('sends the event once more as a new delivery with the same webhook-id, and ends the old one', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { path } = await subscribe('/redelivered');
    await completeRun(running, call, path.ownerId);
    const [old] = await awaitAttempt(running, { call, path, count: 1 }, 1);
    receiver.answer(() => ({ status: 200, body: 'thanks' }));
    const request = { ...path, deliveryId: old?.id ?? '' };
    const keyed = { ...call, idempotencyKey: newId() };
    const { delivery } = await running.webhooks.redeliverWebhook(keyed, request);
    expect(await running.webhooks.redeliverWebhook(keyed, request)).toEqual({ delivery });
    expect(delivery).toMatchObject({ status: DeliveryStatus.PENDING, attempt: 0 });
    expect(delivery?.id).not.toBe(old?.id);
    await eventually(async () => {
      const [latest, before, ...others] = await running.listDeliveries(call, path);
      expect(latest).toMatchObject({ id: delivery?.id, status: DeliveryStatus.SUCCEEDED });
      expect(latest?.responseBody).toBe('thanks');
      expect(before).toMatchObject({ id: old?.id, status: DeliveryStatus.FAILED, nextAttemptAt: undefined });
      expect(others).toEqual([]);
    });
    running.clock.advance(2 * minuteMs);
    const again = await running.webhooks.redeliverWebhook(call, { ...path, deliveryId: delivery?.id ?? '' });
    await eventually(() => {
      expect(receiver.at('/redelivered')).toHaveLength(3);
    });
    const sent = receiver.at('/redelivered').map(({ headers }) => headers);
    expect(sent.map((headers) => headers['x-service-delivery-id'])).toEqual(
      [old, delivery, again.delivery].map((found) => found?.id),
    );
    expect(new Set(sent.map((headers) => headers['webhook-id'])).size).toBe(1);
  });

  it('is refused for a pending delivery, an unknown one and a disabled webhook', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    receiver.answer(() => held.then(() => ({ status: 500 })));
    const { path } = await subscribe('/pending');
    await completeRun(running, call, path.ownerId);
    const delivery = await eventually(async () => {
      const [first] = await running.listDeliveries(call, path);
      expect(first?.attempt).toBe(1);
      return first;
    });
    const request = { ...path, deliveryId: delivery?.id ?? '' };
    const pending = await catchRefusal(running.webhooks.redeliverWebhook(call, request));
    expect(pending).toMatchObject({ status: 'FAILED_PRECONDITION', reason: 'DELIVERY_PENDING' });
    release();
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    const unknown = running.webhooks.redeliverWebhook(call, { ...path, deliveryId: newId() });
    expect(await catchRefusal(unknown)).toMatchObject({ status: 'NOT_FOUND' });
    await setStatus(path, WebhookStatus.DISABLED);
    const disabled = await catchRefusal(running.webhooks.redeliverWebhook(call, request));
    expect(disabled).toMatchObject({ status: 'FAILED_PRECONDITION', reason: 'WEBHOOK_DISABLED' });
  });
});

describe('recover', () => {
  it('sends the failed events and those of the time while disabled, and no other', async () => {
    const { path } = await subscribe('/recovered');
    const { ownerId: projectId } = path;
    const succeeded = await completeRun(running, call, projectId);
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    receiver.answer(() => ({ status: 500 }));
    const failed = await completeRun(running, call, projectId);
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    expect(await recover(path, minutesAgo(60))).toBe(0);
    await setStatus(path, WebhookStatus.DISABLED);
    const missed = await completeRun(running, call, projectId);
    const ignored = await running.publish(
      FileEnriched,
      { fileId: newId(), projectId, organizationId, succeeded: true },
      organizationId,
    );
    await awaitHandled(running.events, 'RUNS', 'run-completed');
    await awaitHandled(running.events, 'FILES', 'file-enriched');
    expect(await running.listDeliveries(call, path)).toHaveLength(2);
    const refused = await catchRefusal(recover(path, minutesAgo(60)));
    expect(refused).toMatchObject({ status: 'FAILED_PRECONDITION', reason: 'WEBHOOK_DISABLED' });
    await setStatus(path, WebhookStatus.ACTIVE);
    receiver.answer(() => ({ status: 204 }));
    const before = receiver.at('/recovered').length;
    expect(await recover(path, minutesAgo(60))).toBe(2);
    await eventually(async () => {
      expect(receiver.at('/recovered')).toHaveLength(before + 2);
      const statuses = await listStatuses(path);
      expect(statuses.filter((status) => status === DeliveryStatus.SUCCEEDED)).toHaveLength(3);
    });
    const sent = receiver.at('/recovered').slice(before);
    const ids = sent.map(({ headers }) => headers['webhook-id']).toSorted();
    expect(ids).toEqual([failed.id, missed.id].toSorted());
    expect(ids).not.toContain(succeeded.id);
    expect(ids).not.toContain(ignored.id);
    expect(await recover(path, minutesAgo(60))).toBe(0);
  });

  it('is limited to its period, and to the last 30 days', async () => {
    const { path } = await subscribe('/period');
    await setStatus(path, WebhookStatus.DISABLED);
    await completeRun(running, call, path.ownerId);
    await awaitHandled(running.events, 'RUNS', 'run-completed');
    running.clock.advance(10 * minuteMs);
    await setStatus(path, WebhookStatus.ACTIVE);
    expect(await recover(path, minutesAgo(5))).toBe(0);
    expect(await recover(path, minutesAgo(60), minutesAgo(15))).toBe(0);
    for (const [since, until] of [
      [minutesAgo(31 * 24 * 60), undefined],
      [minutesAgo(5), minutesAgo(6)],
    ] as const) {
      expect(await catchRefusal(recover(path, since, until))).toMatchObject({ status: 'INVALID_ARGUMENT' });
    }
    expect(await recover(path, minutesAgo(60))).toBe(1);
  });
});

describe('a test', () => {
  it('returns its outcome, also on a disabled webhook, and leaves nothing in the log', async () => {
    const { path, id } = await subscribe('/tested');
    expect(await running.webhooks.testWebhook(call, path)).toMatchObject({
      ok: true,
      statusCode: 204,
      errorMessage: undefined,
    });
    await setStatus(path, WebhookStatus.DISABLED);
    receiver.answer(() => ({ status: 418 }));
    const failed = await running.webhooks.testWebhook(call, path);
    expect(failed).toMatchObject({ ok: false, statusCode: 418 });
    expect(failed.errorMessage).toContain('418');
    const sent = receiver.at('/tested');
    expect(sent).toHaveLength(2);
    expect(JSON.parse(sent[0]?.body.toString() ?? '')).toEqual({
      event: 'webhook.test',
      webhookId: id,
      jobId: null,
      projectId: path.ownerId,
      sentAt: expect.any(String),
    });
    const ids = sent.map(({ headers }) => headers['x-service-delivery-id']);
    expect(new Set(ids).size).toBe(2);
    expect(await running.listDeliveries(call, path)).toEqual([]);
    expect(await running.db.collection('webhook_deliveries').countDocuments({ webhookId: id })).toBe(0);
  });

  it('says so when the receiver cannot be reached', async () => {
    const { path } = await newWebhook(running, call, { url: 'https://nowhere.example.com/hooks' });
    const outcome = await running.webhooks.testWebhook(call, path);
    expect(outcome).toMatchObject({ ok: false, statusCode: undefined });
    expect(outcome.errorMessage).not.toBe('');
  });
});

describe('the events', () => {
  it('reach the webhooks that subscribe to them, those of the organization in every project', async () => {
    const everything = ['file.enriched', 'dataset_version.completed', 'billing.low_balance'];
    const { path } = await subscribe('/everything', everything);
    await subscribe('/balance', ['billing.low_balance']);
    const projectId = path.ownerId;
    const fileId = newId();
    const enriched = { fileId, projectId, organizationId, succeeded: false };
    await running.publish(FileEnriched, enriched, organizationId);
    const completed = { organizationId, datasetId: newId(), versionId: newId(), state: 'cleaned' };
    await running.publish(DatasetVersionCompleted, completed, organizationId);
    const low = { organizationId, thresholdCents: 500, availableCents: 120 };
    await running.publish(BalanceLow, low, organizationId);
    await eventually(() => {
      expect(receiver.at('/everything')).toHaveLength(3);
      expect(receiver.at('/balance')).toHaveLength(1);
    });
    const bodies = receiver
      .at('/everything')
      .map(({ headers, body }) => [headers['x-service-event'], JSON.parse(body.toString())] as const);
    expect(Object.fromEntries(bodies)).toEqual({
      'file.enriched': { fileId, projectId, enrichmentStatus: 'failed' },
      'dataset_version.completed': completed,
      'billing.low_balance': low,
    });
  });

  it('are listed with schema and example, and the log has filters', async () => {
    const { eventTypes, total } = await running.eventTypes.listWebhookEventTypes(call, {});
    expect(total).toBe(eventTypes.length);
    expect(eventTypes.every(({ schema, example }) => schema !== undefined && example !== undefined)).toBe(
      true,
    );
    const { path } = await subscribe('/filtered');
    await completeRun(running, call, path.ownerId);
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    const count = async (filter: Partial<DeliveryQuery>) => {
      const request = DeliveryQuery.fromPartial({ ...path, ...filter });
      return (await running.webhooks.listWebhookDeliveries(call, request)).total;
    };
    expect(await count({ status: DeliveryStatus.SUCCEEDED, event: 'run.completed' })).toBe(1);
    expect(await count({ status: DeliveryStatus.EXHAUSTED })).toBe(0);
    expect(await count({ event: 'run.failed' })).toBe(0);
    expect(await count({ since: minutesAgo(1) })).toBe(1);
    expect(await count({ until: minutesAgo(1) })).toBe(0);
  });
});
