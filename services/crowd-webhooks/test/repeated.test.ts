import { newId } from '@assay/chassis/ids';
import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { Binary } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notAttempted } from '../src/domain/webhooks/delivery/delivery.ts';
import type { BusyOrganization } from '../src/domain/webhooks/delivery/lanes/lanes.ts';
import { createDeliveryLog } from '../src/store/delivery/delivery-log.ts';
import { createDeliveryQueue } from '../src/store/delivery/delivery-queue.ts';
import { awaitHandled } from './events.ts';
import { startProcess } from './own-process.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Path, Started } from './start.ts';

let [receiver, running, audited]: [Receiver, Started, ReturnType<typeof collectAudited>] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver], { ROLES: 'api,relay' });
  audited = collectAudited(running.events);
});
afterAll(async () => {
  await audited.stop();
  await running.stop();
  await receiver.stop();
});

const leaseMs = 30_000;

describe('a process that is killed during an attempt', () => {
  it('leaves the delivery to another one, under the same id, and no secret anywhere', async () => {
    receiver.answer(({ path }) => (path === '/killed' ? undefined : { status: 204 }));
    const call = callBy();
    const own = await startProcess({ ...running.variables, ROLES: 'api,worker,relay' });
    const channel = running.platform.connect(own.grpcAddress);
    const webhooks = channel.client(ProjectWebhooksServiceService);
    const { path, secret } = await newWebhook({ webhooks }, call, { url: `${receiver.origin}/killed` });
    const served = await newWebhook({ webhooks }, call, { url: `${receiver.origin}/served` });
    const request = { ...served.path, gracePeriodSeconds: 60 };
    const { webhook: rotated } = await webhooks.rotateWebhookSecret(call, request);
    expect(await webhooks.testWebhook(call, served.path)).toMatchObject({ ok: true });
    await completeRun(running, call, served.path.ownerId);
    await eventually(() => {
      expect(receiver.at('/served')).toHaveLength(2);
    });
    await completeRun(running, call, path.ownerId);
    await eventually(() => {
      expect(receiver.at('/killed')).toHaveLength(1);
    });
    const refusals = await refuseAndFail({ webhooks, call }, served.path);
    channel.close();
    await own.kill();
    receiver.answer(() => ({ status: 204 }));
    running.clock.advance(leaseMs + 1_000);
    const another = await running.startAnother({ ROLES: 'worker,relay' });
    const delivery = await eventually(async () => {
      const [first] = await running.listDeliveries(call, path);
      expect(first).toMatchObject({ status: DeliveryStatus.SUCCEEDED, attempt: 2 });
      return first;
    });
    const ids = receiver.at('/killed').map(({ headers }) => headers['x-service-delivery-id']);
    expect(ids).toEqual([delivery?.id, delivery?.id]);
    await another.stop();
    const secrets = [secret, served.secret, rotated?.secret ?? ''];
    await expectNowhere({ log: own.log, refusals }, secrets);
  });
});

/** Makes calls that are refused, a test and a delivery that fail, and an event that disables the webhook. Returns the refusals. */
async function refuseAndFail(
  { webhooks, call }: Pick<Started, 'webhooks'> & { readonly call: ReturnType<typeof callBy> },
  path: Path,
): Promise<readonly unknown[]> {
  const url = WebhookUpdate.fromPartial({ ...path, url: 'https://10.0.0.1', updateMask: ['url'] });
  const status = { ...path, status: WebhookStatus.DISABLED, updateMask: ['status'] };
  const requests = [
    webhooks.updateWebhook(call, url),
    webhooks.rotateWebhookSecret(call, { ...path, gracePeriodSeconds: -1 }),
    webhooks.rotateWebhookSecret(callBy(), { ...path, gracePeriodSeconds: 0 }),
    webhooks.redeliverWebhook(call, { ...path, deliveryId: newId() }),
  ];
  const refusals = await Promise.all(requests.map(catchRefusal));
  receiver.answer(({ path: at }) => (at === '/killed' ? undefined : { status: 500, body: 'failed' }));
  expect(await webhooks.testWebhook(call, path)).toMatchObject({ ok: false, statusCode: 500 });
  await completeRun(running, call, path.ownerId);
  await eventually(async () => {
    const [failed] = await running.listDeliveries(call, path);
    expect(failed?.status).toBe(DeliveryStatus.FAILED);
  });
  receiver.answer(({ path: at }) => (at === '/killed' ? undefined : { status: 410 }));
  await completeRun(running, call, path.ownerId);
  await eventually(() => {
    expect(running.notices.map(({ text }) => text).join()).toContain(path.webhookId);
  });
  await webhooks.updateWebhook(call, WebhookUpdate.fromPartial(status));
  return refusals;
}

interface Seen {
  readonly log: readonly string[];
  readonly refusals: readonly unknown[];
}

/** Expects that no log line, refusal, mail, document, audit event or message of any stream contains a secret, in any form. */
async function expectNowhere({ log, refusals }: Seen, secrets: readonly string[]): Promise<void> {
  expect(log.some((line) => line.includes('RotateWebhookSecret'))).toBe(true);
  const documents = await readDatabase();
  expect(documents).toContain('webhook_deliveries');
  expect(audited.values.length).toBeGreaterThan(2);
  const places = {
    log: log.join('\n'),
    documents,
    audited: JSON.stringify(audited.values),
    refusals: JSON.stringify(refusals),
    mails: JSON.stringify(running.notices),
  };
  for (const [place, text] of Object.entries({ ...places, streams: await readStreams() })) {
    expect([place, text.length > 100]).toEqual([place, true]);
    for (const secret of secrets) {
      expect(secret).toHaveLength(50);
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      for (const form of [
        key.toString('base64').slice(0, -1),
        key.toString('base64url'),
        key.toString('hex'),
      ])
        expect([place, text.includes(form)]).toEqual([place, false]);
    }
    expect([place, text.includes('whsec_')]).toEqual([place, false]);
  }
}

async function readDatabase(): Promise<string> {
  const collections = await running.db.listCollections().toArray();
  const found = collections.map(async ({ name }) => [
    name,
    await running.db.collection(name).find().toArray(),
  ]);
  // Binary fields as text, so that an unencrypted secret would be found.
  const asText = (_: string, value: unknown) =>
    value instanceof Binary ? [value.toString(), value.toString('hex'), value.toString('base64')] : value;
  return JSON.stringify(await Promise.all(found), asText);
}

/** Reads all stored messages of all streams as text. */
async function readStreams(): Promise<string> {
  const { jsm, namespace } = running.events;
  const texts: string[] = [];
  for (const name of ['RUNS', 'AUDIT', 'WEBHOOKS_WORK', 'DEAD_LETTERS']) {
    const { state } = await jsm.streams.info(namespace.stream(name));
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await jsm.streams.getMessage(namespace.stream(name), { seq }).catch(() => undefined);
      if (message !== undefined) texts.push(Buffer.from(message.data).toString('latin1'));
    }
  }
  return texts.join('\n');
}

describe('a repeated event', () => {
  it('makes no second delivery', async () => {
    const another = await running.startAnother({ ROLES: 'worker,relay' });
    const call = callBy();
    const { path } = await newWebhook(running, call, { url: `${receiver.origin}/repeated` });
    const event = await completeRun(running, call, path.ownerId);
    await eventually(() => {
      expect(receiver.at('/repeated')).toHaveLength(1);
    });
    const { jsm, namespace } = running.events;
    const readCount = async () => (await jsm.streams.info(namespace.stream('RUNS'))).state.messages;
    const before = await readCount();
    // The stream drops a repeated id for a short time.
    await eventually(async () => {
      await running.publishAgain(event);
      expect(await readCount()).toBeGreaterThan(before);
    });
    await awaitHandled(running.events, 'RUNS', 'run-completed');
    await completeRun(running, call, path.ownerId);
    await eventually(() => {
      expect(receiver.at('/repeated')).toHaveLength(2);
    });
    expect(await running.listDeliveries(call, path)).toHaveLength(2);
    const ids = receiver.at('/repeated').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
    await another.stop();
  });
});

describe('the queue', () => {
  it('lists no full lanes, takes each delivery once, and takes back what was not attempted', async () => {
    const queue = createDeliveryQueue(running.db);
    const organizationId = newId();
    const origin = 'https://example.com';
    const now = running.clock.now();
    const facts = { organizationId, webhookId: newId(), event: 'run.completed', body: '{}', createdAt: now };
    const owner = { kind: 'project', id: newId() } as const;
    const numbers = [1, 2, 3];
    const deliveries = numbers.map(() => ({
      ...facts,
      owner,
      origin,
      id: newId(),
      eventId: newId(),
      isTest: false,
    }));
    expect((await queue.insert(deliveries)).size).toBe(3);
    expect((await queue.insert(deliveries)).size).toBe(0);
    const claim = { claim: newId(), now, leaseEnd: new Date(now.getTime() + leaseMs) };
    const own = { organizationId, hasPlace: true, open: [], full: [origin] };
    const find = (busy: readonly BusyOrganization[]) => queue.findDue({ after: '', now, busy, limit: 8 });
    expect(await find([own])).toEqual([]);
    expect(await find([{ ...own, hasPlace: false, full: [] }])).toEqual([]);
    const due = await find([]);
    expect(due.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    const taken = await queue.take(due.slice(0, 2), claim);
    expect(taken.map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(await queue.take(due, { ...claim, claim: newId() })).toHaveLength(1);
    await queue.release(claim.claim, taken, now);
    expect(await queue.listRunning(organizationId, facts.webhookId, now)).toHaveLength(1);
    const again = await queue.take(await find([{ ...own, hasPlace: false, open: [origin] }]), claim);
    expect(again.map(({ id, attempt }) => [id, attempt]).toSorted()).toEqual(
      taken.map(({ id }) => [id, 1]).toSorted(),
    );
  });

  it('inserts deliveries as taken, which are due when their lease ends', async () => {
    const queue = createDeliveryQueue(running.db);
    const organizationId = newId();
    const now = running.clock.now();
    const owner = { kind: 'project', id: newId() } as const;
    const facts = { organizationId, webhookId: newId(), event: 'run.completed', body: '{}', createdAt: now };
    const delivery = { ...facts, owner, origin: 'https://example.com', eventId: newId(), isTest: false };
    const one = newId();
    const other = newId();
    const leaseEnd = new Date(now.getTime() + leaseMs);
    const taking = { claim: newId(), leaseEnd, ids: new Set([one]) };
    await queue.insert(
      [one, other].map((id) => ({ ...delivery, id })),
      taking,
    );
    const find = async (at: Date) =>
      (await queue.findDue({ after: '', now: at, busy: [], limit: 8 }))
        .filter((found) => found.organizationId === organizationId)
        .map(({ id, attempt }) => [id, attempt])
        .toSorted();
    expect(await find(now)).toEqual([[other, 1]]);
    const attempts = await queue.listRunning(organizationId, facts.webhookId, now);
    expect(attempts.map(({ id, attempt }) => [id, attempt])).toEqual([[one, 1]]);
    expect(await find(leaseEnd)).toEqual(
      [
        [one, 2],
        [other, 1],
      ].toSorted(),
    );
  });

  it('does not count the attempt of a taken delivery that was stopped before it began', async () => {
    const queue = createDeliveryQueue(running.db);
    const log = createDeliveryLog(running.db);
    const organizationId = newId();
    const webhookId = newId();
    const id = newId();
    const now = running.clock.now();
    const owner = { kind: 'project', id: newId() } as const;
    const facts = { event: 'run.completed', body: '{}', origin: 'https://example.com', isTest: false };
    const delivery = { ...facts, id, organizationId, webhookId, owner, eventId: newId(), createdAt: now };
    const leaseEnd = new Date(now.getTime() + leaseMs);
    const claim = newId();
    await queue.insert([delivery], { claim, leaseEnd, ids: new Set([id]) });
    await log.giveUp({ id: webhookId, organizationId }, notAttempted);
    expect(await queue.listRunning(organizationId, webhookId, now)).toHaveLength(1);
    await queue.release(claim, [{ ...delivery, attempt: 1 }], now);
    expect(await queue.listRunning(organizationId, webhookId, now)).toEqual([]);
    const stored = await log.find(organizationId, webhookId, id);
    expect(stored).toMatchObject({ status: 'failed', attempt: 0, errorMessage: notAttempted });
  });
});
