import { newId } from '@assay/chassis/ids';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasIpv6 } from '../../../chassis/test/egress/canaries.ts';
import { startDns } from '../../../chassis/test/egress/dns-server.ts';
import type { DnsAnswer, TestDns } from '../../../chassis/test/egress/dns-server.ts';
import { answerWith, startReceiver as startCanary } from '../../../chassis/test/egress/receivers.ts';
import type { Receiver as Canary } from '../../../chassis/test/egress/receivers.ts';
import { advanceTo, awaitAttempt } from '../advance.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';
import { completeRun, newWebhook, start } from '../start.ts';
import type { Started } from '../start.ts';

/** The address of the receiver, which the service may reach as if it were public, and private ones with canaries on the same port. */
const allowed = '127.0.0.1';
const privateAddresses = ['127.0.0.2', '127.255.255.254', ...(hasIpv6 ? ['::1'] : [])];
const [privateIpv4 = ''] = privateAddresses;
const cnames = ['a.example.com', 'b.example.com', 'localhost'];

/** Answers to the queries for a name that may not receive deliveries, although most of them contain the allowed address. */
const refusedAnswers: readonly DnsAnswer[] = [
  { a: [privateIpv4] },
  { aaaa: ['::1'] },
  { a: [allowed, privateIpv4] },
  { a: [privateIpv4, allowed] },
  { a: [allowed], aaaa: ['::1'] },
  { a: [allowed, '10.0.0.1'] },
  { a: [allowed, '169.254.169.254'] },
  { a: [allowed, '0.0.0.0'] },
  { a: [allowed], aaaa: ['::ffff:127.0.0.1'] },
  { a: [allowed], aaaa: ['64:ff9b::7f00:2'] },
  { a: [allowed], aaaa: ['2002:7f00:2::1'] },
  { cnames, a: [privateIpv4] },
  { cnames, a: [allowed, privateIpv4] },
];

let [receiver, dns, running]: [Receiver, TestDns, Started] = [] as never;
let canaries: readonly Canary[] = [];
let port: number;
beforeAll(async () => {
  receiver = await startReceiver();
  port = Number(new URL(receiver.origin).port);
  canaries = await Promise.all(
    privateAddresses.map((host) => startCanary(answerWith(200, 'inside'), { host, port })),
  );
  dns = await startDns();
  running = await start([receiver], { WEBHOOK_DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await running.stop();
  dns.stop();
  for (const canary of canaries) await canary.stop();
  await receiver.stop();
});

const notPublic = { status: 'INVALID_ARGUMENT', details: { field: 'url', reason: 'not_public' } };
const expectNoCanary = (): void => {
  expect(canaries.flatMap(({ sockets }) => sockets)).toEqual([]);
};

/** Creates a URL at a name with these answers to successive queries. */
function nameUrl(label: string, ...answers: readonly DnsAnswer[]): string {
  const name = `${label}.example.com`;
  dns.answer(name, ...answers.map((answer) => ({ ttl: 0, ...answer })));
  return `https://${name}:${port.toString()}/${label}`;
}

describe('a name with a private address', () => {
  it.each(refusedAnswers)('is refused by create and update: %j', async (answer) => {
    const call = callBy();
    const { path, url: before } = await newWebhook(running, call, { url: receiver.origin });
    const url = nameUrl(newId(), answer);
    const create = { ownerId: newId(), url, description: undefined, eventTypes: ['run.completed'] };
    expect(await catchRefusal(running.webhooks.createWebhook(call, create))).toMatchObject(notPublic);
    const change = WebhookUpdate.fromPartial({ ...path, url, updateMask: ['url'] });
    expect(await catchRefusal(running.webhooks.updateWebhook(call, change))).toMatchObject(notPublic);
    expect((await running.webhooks.getWebhook(call, path)).webhook?.url).toBe(before);
    const { total } = await running.webhooks.listWebhooks(call, { ownerId: create.ownerId });
    expect(total).toBe(0);
    expectNoCanary();
  });
});

describe('a name whose address changes to a private one', () => {
  it('is refused at the attempt, with a clear error, and reached again when it changes back', async () => {
    const call = callBy();
    const projectId = newId();
    const paths = [];
    for (const [index, answer] of refusedAnswers.entries()) {
      const url = nameUrl(`rebound-${index.toString()}`, { a: [allowed] }, answer, { a: [allowed] });
      paths.push((await newWebhook(running, call, { url, projectId })).path);
    }
    await completeRun(running, call, projectId);
    const refused = [];
    for (const path of paths) refused.push(...(await awaitAttempt(running, { call, path, count: 1 }, 1)));
    for (const delivery of refused) {
      expect(delivery).toMatchObject({ status: DeliveryStatus.FAILED, responseStatusCode: undefined });
      expect(delivery.errorMessage).toContain('not a public address');
    }
    expect(receiver.requests).toEqual([]);
    advanceTo(running, refused);
    for (const path of paths) {
      const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, 2);
      expect(delivery).toMatchObject({ status: DeliveryStatus.SUCCEEDED, responseStatusCode: 204 });
    }
    expect(receiver.requests).toHaveLength(paths.length);
    expectNoCanary();
  });

  it('is refused although a connection to the earlier address is open', async () => {
    const call = callBy();
    const url = nameUrl('kept-alive', { a: [allowed] }, { a: [allowed] }, { a: [privateIpv4] });
    const { path } = await newWebhook(running, call, { url });
    await completeRun(running, call, path.ownerId);
    await awaitAttempt(running, { call, path, count: 1 }, 1);
    expect(receiver.at('/kept-alive')).toHaveLength(1);
    await completeRun(running, call, path.ownerId);
    const [delivery] = await awaitAttempt(running, { call, path, count: 2 }, 1);
    expect(delivery?.errorMessage).toContain('not a public address');
    expect(receiver.at('/kept-alive')).toHaveLength(1);
    expectNoCanary();
  });
});

it('a name that did not resolve at first is checked at the attempt', async () => {
  const call = callBy();
  const { path } = await newWebhook(running, call, { url: nameUrl('later', {}, { a: [privateIpv4] }) });
  await completeRun(running, call, path.ownerId);
  const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, 1);
  expect(delivery?.errorMessage).toContain('not a public address');
  const tested = await running.webhooks.testWebhook(call, path);
  expect(tested).toMatchObject({ ok: false, statusCode: undefined });
  expect(tested.errorMessage).toContain('not a public address');
  expectNoCanary();
});

it.each([301, 302, 303, 307, 308])('a redirect inwards with %i is a failed attempt', async (status) => {
  const location = `https://${privateIpv4}:${port.toString()}/`;
  receiver.answer(() => ({ status, headers: { location } }));
  const call = callBy();
  const url = nameUrl(`redirected-${status.toString()}`, { a: [allowed] });
  const { path } = await newWebhook(running, call, { url });
  await completeRun(running, call, path.ownerId);
  const [delivery] = await awaitAttempt(running, { call, path, count: 1 }, 1);
  expect(delivery).toMatchObject({ status: DeliveryStatus.FAILED, responseStatusCode: status });
  expect(delivery?.errorMessage).toContain(status.toString());
  receiver.answer(() => ({ status: 204 }));
  expectNoCanary();
});
