import { readUserId } from '@assay/chassis/call-context';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { DisabledReason, WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advanceTo, awaitAttempt, exhaust } from './advance.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Path, Started } from './start.ts';

let [receiver, running, audited]: [Receiver, Started, ReturnType<typeof collectAudited>] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver]);
  audited = collectAudited(running.events);
});
afterEach(() => {
  receiver.answer(() => ({ status: 204 }));
});
afterAll(async () => {
  await audited.stop();
  await running.stop();
  await receiver.stop();
});

const minuteMs = 60_000;
const call = callBy();

async function complete({ ownerId: projectId }: Path, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await completeRun(running, call, projectId);
}

async function readWebhook(path: Path) {
  const { webhook } = await running.webhooks.getWebhook(call, path);
  if (webhook === undefined) throw new Error('the response has no webhook');
  return webhook;
}

const activate = (path: Path) =>
  running.webhooks.updateWebhook(
    call,
    WebhookUpdate.fromPartial({ ...path, status: WebhookStatus.ACTIVE, updateMask: ['status'] }),
  );

/** Reads the time that the request was signed at, to whole seconds. */
const readTimestampMs = (headers: Readonly<Record<string, string>> = {}) =>
  Number(headers['webhook-timestamp']) * 1_000;

/** Expects that an exhausted delivery is not attempted again, and that a redelivery of it has eight attempts under a new id. */
async function expectFreshBudget(path: Path, exhaustedId: string): Promise<void> {
  running.clock.advance(24 * 60 * minuteMs);
  const { delivery } = await running.webhooks.redeliverWebhook(call, { ...path, deliveryId: exhaustedId });
  await exhaust(running, { call, path, count: 1 });
  const ids = receiver.at('/failing').map(({ headers }) => headers['x-service-delivery-id']);
  const eight = (id = ''): readonly string[] => Array.from({ length: 8 }, () => id);
  expect(ids).toEqual([...eight(exhaustedId), ...eight(delivery?.id)]);
}

describe('a delivery that fails', () => {
  it('is attempted eight times, with gaps of 1 to 64 minutes ±10 %, under the same id', async () => {
    receiver.answer(() => ({ status: 500, body: 'out of order' }));
    const { path } = await newWebhook(running, call, { url: `${receiver.origin}/failing` });
    await complete(path, 1);
    let sumMs = 0;
    for (let attempt = 1; attempt < 8; attempt += 1) {
      const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, attempt);
      const seenMs = running.clock.now().getTime();
      const nextMs = delivery?.nextAttemptAt?.getTime() ?? 0;
      expect(delivery).toMatchObject({ status: DeliveryStatus.FAILED, responseStatusCode: 500 });
      expect(delivery?.responseBody).toBe('out of order');
      const gapMs = minuteMs * 2 ** (attempt - 1);
      const sentMs = readTimestampMs(receiver.at('/failing').at(-1)?.headers);
      expect(nextMs - sentMs).toBeGreaterThanOrEqual(gapMs * 0.9);
      expect(nextMs - seenMs).toBeLessThanOrEqual(gapMs * 1.1);
      sumMs += nextMs - seenMs;
      advanceTo(
        running,
        [delivery].flatMap((found) => found ?? []),
      );
    }
    const [last] = await awaitAttempt(running, { call, path, count: 1 }, 8);
    expect(last).toMatchObject({ status: DeliveryStatus.EXHAUSTED, nextAttemptAt: undefined });
    expect(Math.abs(sumMs / minuteMs - 127)).toBeLessThan(12.7);
    const requests = receiver.at('/failing');
    expect(requests).toHaveLength(8);
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect((await readWebhook(path)).status).toBe(WebhookStatus.ACTIVE);
    await expectFreshBudget(path, last?.id ?? '');
  });

  it('waits longer when the receiver requests it, at most 64 minutes', async () => {
    const inTenMinutes = () => new Date(running.clock.now().getTime() + 10 * minuteMs).toUTCString();
    for (const [value, fromMinutes, toMinutes] of [
      [() => '600', 9.5, 10],
      [inTenMinutes, 9.5, 10],
      [() => '1', 0.5, 1.1],
      [() => '86400', 63.5, 64],
      [() => 'soon', 0.5, 1.1],
    ] as const) {
      receiver.answer(() => ({ status: 503, headers: { 'retry-after': value() } }));
      const { path } = await newWebhook(running, call, { url: `${receiver.origin}/busy` });
      await complete(path, 1);
      const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, 1);
      const gapMs = (delivery?.nextAttemptAt?.getTime() ?? 0) - running.clock.now().getTime();
      expect(gapMs / minuteMs).toBeGreaterThan(fromMinutes);
      expect(gapMs / minuteMs).toBeLessThanOrEqual(toMinutes);
    }
  });
});

describe('a webhook is disabled', () => {
  it('by 410, with one mail and one audit event, and its other deliveries stop', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id, path } = await newWebhook(running, call, { url: `${receiver.origin}/gone` });
    await complete(path, 2);
    await awaitAttempt(running, { call, path, count: 2 }, 1);
    receiver.answer(() => ({ status: 410 }));
    await complete(path, 1);
    const webhook = await eventually(async () => {
      const read = await readWebhook(path);
      expect(read).toMatchObject({ status: WebhookStatus.DISABLED, disabledReason: DisabledReason.GONE });
      return read;
    });
    await eventually(async () => {
      const deliveries = await running.listDeliveries(call, path);
      const facts = deliveries.map(({ status, nextAttemptAt }) => [status, nextAttemptAt]);
      expect(facts).toEqual(Array.from({ length: 3 }, () => [DeliveryStatus.FAILED, undefined]));
    });
    await expectOneNotice(id);
    await activate(path);
    expect((await readWebhook(path)).disabledReason).toBeUndefined();
    running.clock.advance(2 * minuteMs);
    receiver.answer(() => ({ status: 204 }));
    const before = receiver.at('/gone').length;
    await complete(path, 1);
    await eventually(() => {
      expect(receiver.at('/gone')).toHaveLength(before + 1);
    });
    expect(webhook.id).toBe(id);
  });

  it('by ten exhausted deliveries in a row; a success or an activation restarts the count', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id, path } = await newWebhook(running, call, { url: `${receiver.origin}/dead` });
    const exhaustOthers = async (count: number) => {
      receiver.answer(() => ({ status: 500 }));
      await complete(path, count);
      await exhaust(running, { call, path, count });
    };
    await exhaustOthers(9);
    receiver.answer(() => ({ status: 204 }));
    await complete(path, 1);
    await eventually(async () => {
      expect((await running.listDeliveries(call, path))[0]?.status).toBe(DeliveryStatus.SUCCEEDED);
    });
    await exhaustOthers(9);
    expect((await readWebhook(path)).status).toBe(WebhookStatus.ACTIVE);
    await exhaustOthers(1);
    await eventually(async () => {
      const disabled = { status: WebhookStatus.DISABLED, disabledReason: DisabledReason.EXHAUSTED };
      expect(await readWebhook(path)).toMatchObject(disabled);
    });
    await expectOneNotice(id);
    await activate(path);
    await exhaustOthers(1);
    expect((await readWebhook(path)).status).toBe(WebhookStatus.ACTIVE);
    await expectOneNotice(id);
  });
});

/** Expects one mail about a webhook, and one audit event without an actor. */
async function expectOneNotice(webhookId: string): Promise<void> {
  await eventually(() => {
    const [notice, ...others] = running.notices.filter(({ text }) => text.includes(webhookId));
    expect(notice?.userIds).toEqual([readUserId(call)]);
    expect(others).toEqual([]);
    const disabled = audited.values.filter(
      ({ event }) => event?.targetId === webhookId && event.action === 'webhook.disable',
    );
    expect(disabled).toHaveLength(1);
    expect(disabled[0]?.event?.actorId).toBeUndefined();
  });
}
