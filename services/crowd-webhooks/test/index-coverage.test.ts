import { newId } from '@assay/chassis/ids';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { DeliveryQuery, WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { createLogger } from '@assay/chassis/logger';
import { createSealer, readSealingSecrets } from '@assay/chassis/tokens/sealer';
import { eventually } from '@assay/test-kit/eventually';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { callBy } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetDeleted } from '../src/domain/webhooks/webhook/delete-webhook.ts';
import { checkLately } from '../src/domain/webhooks/delivery/disable-webhook.ts';
import { sealAgain } from '../src/domain/webhooks/webhook/rotate-secret.ts';
import { createDeliveryLog } from '../src/store/delivery/delivery-log.ts';
import { createDeliveryQueue } from '../src/store/delivery/delivery-queue.ts';
import { createWebhookStore } from '../src/store/webhook-store.ts';
import { awaitAttempt, exhaust } from './advance.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Started } from './start.ts';

let [receiver, running]: [Receiver, Started] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver]);
});
afterAll(async () => {
  await running.stop();
  await receiver.stop();
});

const hourMs = 3_600_000;

it('every filter and sort that is sent has an index', async () => {
  const { webhooks, clock } = running;
  const call = callBy();
  const { organizationId } = call;
  const { path } = await newWebhook(running, call, { url: receiver.origin });
  const { ownerId: projectId } = path;
  await completeRun(running, call, projectId);
  const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, 1);
  await webhooks.listWebhooks(call, { ownerId: projectId });
  const times = { since: new Date(0), until: clock.now() };
  for (const status of [DeliveryStatus.UNSPECIFIED, DeliveryStatus.SUCCEEDED])
    for (const event of ['', 'run.completed'])
      for (const period of [times, {}]) {
        const filter = { ...path, status, event, ...period };
        await webhooks.listWebhookDeliveries(call, DeliveryQuery.fromPartial(filter));
      }
  await webhooks.redeliverWebhook(call, { ...path, deliveryId: delivery?.id ?? '' });
  receiver.answer(() => ({ status: 500 }));
  await completeRun(running, call, projectId);
  await exhaust(running, { call, path, count: 1 });
  const since = new Date(clock.now().getTime() - 5 * hourMs);
  await webhooks.recoverWebhook(call, { ...path, since, until: undefined });
  await webhooks.rotateWebhookSecret(call, { ...path, gracePeriodSeconds: 0 });
  await webhooks.testWebhook(call, path);
  const changed = { ...path, status: WebhookStatus.DISABLED, updateMask: ['status'] };
  await webhooks.updateWebhook(call, WebhookUpdate.fromPartial(changed));
  const low = { organizationId, thresholdCents: 1, availableCents: 0 };
  await running.publish(BalanceLow, low, organizationId);
  await webhooks.deleteWebhook(call, path);
  const other = await newWebhook(running, call, { url: receiver.origin });
  const deleted = { projectId: other.path.ownerId, organizationId };
  await running.publish(ProjectDeleted, deleted, organizationId);
  await eventually(async () => {
    expect(await running.db.collection('webhooks').countDocuments({ deletedAt: { $exists: false } })).toBe(0);
  });
  expect(running.commands.length).toBeGreaterThan(20);
  expect(await findUncoveredQueries(running.commands, running.db)).toEqual([]);
});

it('every query of the periodic tasks has an index', async () => {
  const { mongodbUri: uri } = running.config;
  const { database } = running.platform;
  const appName = 'index-coverage';
  const mongo = await connectMongo({ uri, database, appName, monitorCommands: true });
  const { db, client } = mongo;
  const commands: CommandStartedEvent[] = [];
  client.on('commandStarted', (command) => commands.push(command));
  const deps = {
    clock: running.clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    webhooks: createWebhookStore(db, { notify: () => undefined }),
    deliveryLog: createDeliveryLog(db),
    sealer: createSealer(readSealingSecrets(running.config), 'webhook secret'),
  };
  await newWebhook(running, callBy(), { url: receiver.origin });
  running.clock.advance(2 * hourMs);
  await checkLately(deps);
  await forgetDeleted(deps);
  await sealAgain(deps);
  await createDeliveryQueue(db).makeDue();
  await deps.deliveryLog.removeOwner(newId(), { kind: 'project', id: newId() });
  expect(commands.length).toBeGreaterThan(5);
  expect(await findUncoveredQueries(commands, db)).toEqual([]);
  await mongo.close();
});
