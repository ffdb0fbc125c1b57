import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDelivery } from '../../src/domain/webhooks/delivery/new-delivery.ts';
import { createDeliveryQueue } from '../../src/store/delivery/delivery-queue.ts';
import { createWebhookStore } from '../../src/store/webhook-store.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver, Response } from '../receiver.ts';
import { completeRun, newWebhook, start } from '../start.ts';
import type { Started } from '../start.ts';

let [dead, alive, running]: [Receiver, Receiver, Started] = [] as never;
beforeAll(async () => {
  [dead, alive] = [await startReceiver(), await startReceiver()];
  running = await start([dead, alive], { WEBHOOK_CONCURRENCY: '16' });
});
afterAll(async () => {
  await running.stop();
  await dead.stop();
  await alive.stop();
});

/** Makes many deliveries of a new organization due at the same time. */
async function queueMany(url: string, count: number): Promise<void> {
  const call = callBy();
  const { organizationId } = call;
  const { path, id } = await newWebhook(running, call, { url });
  const owner = { kind: 'project', id: path.ownerId } as const;
  const webhook = await createWebhookStore(running.db, { notify: () => undefined }).find(organizationId, {
    owner,
    webhookId: id,
  });
  if (webhook === undefined) throw new Error('the webhook was not stored');
  const facts = { earlier: 0, createdAt: running.clock.now() };
  const deliveries = Array.from({ length: count }, () =>
    newDelivery(webhook, { id: newId(), name: 'run.completed', body: '{}' }, facts),
  );
  await createDeliveryQueue(running.db).insert(deliveries);
}

describe('a receiver that fails', () => {
  it('gets at most 8 requests at the same time, and one at a time after its first failure', async () => {
    let open = 0;
    let maxOpen = 0;
    let answered = 0;
    let maxLater = 0;
    dead.answer(async (): Promise<Response> => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      if (answered >= 8) maxLater = Math.max(maxLater, open);
      await new Promise((resolve) => setTimeout(resolve, 5 + (dead.requests.length % 8) * 3));
      open -= 1;
      answered += 1;
      return { status: 500 };
    });
    await queueMany(`${dead.origin}/failing`, 60);
    await eventually(() => {
      expect(answered).toBe(60);
    });
    expect(maxOpen).toBeLessThanOrEqual(8);
    expect(maxLater).toBe(1);
  });
});

describe('a dead receiver with 10,000 due deliveries', () => {
  it('delays no other organization: at most 8 of its attempts begin before the other one', async () => {
    dead.answer(() => undefined);
    const before = dead.requests.length;
    await queueMany(`${dead.origin}/dead`, 10_000);
    await eventually(() => {
      expect(dead.requests.length).toBeGreaterThan(before);
    });
    for (const path of ['/first', '/second', '/third']) {
      const call = callBy();
      const { projectId = '' } = await newWebhook(running, call, { url: alive.origin + path });
      const begun = dead.requests.length;
      await completeRun(running, call, projectId);
      await eventually(() => {
        expect(alive.at(path)).toHaveLength(1);
      });
      expect(dead.requests.length - begun).toBeLessThanOrEqual(8);
    }
  });
});
