import type { OutgoingCall } from '@assay/chassis/call-context';
import { EgressError } from '@assay/chassis/egress/egress-error';
import { newId } from '@assay/chassis/ids';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCanaries, watchConnections } from '../../../chassis/test/egress/canaries.ts';
import type { Canaries } from '../../../chassis/test/egress/canaries.ts';
import { startDns } from '../../../chassis/test/egress/dns-server.ts';
import type { TestDns } from '../../../chassis/test/egress/dns-server.ts';
import { listRefusedUrls } from '../../../chassis/test/egress/refused-urls.ts';
import type { RefusedUrl } from '../../../chassis/test/egress/refused-urls.ts';
import { newWebhook, start } from '../start.ts';
import type { Started } from '../start.ts';

let [canaries, dns, running]: [Canaries, TestDns, Started] = [] as never;
let watched: ReturnType<typeof watchConnections>;
let urls: readonly RefusedUrl[];
beforeAll(async () => {
  canaries = await startCanaries();
  // Each name that is resolved leads to this machine, except those that a test sets.
  dns = await startDns({ a: ['127.0.0.1'], aaaa: ['::1'] });
  running = await start([], { WEBHOOK_DNS_SERVERS: dns.address });
  watched = watchConnections([canaries.port, 443, 80]);
  urls = listRefusedUrls(canaries.port);
});
afterAll(async () => {
  watched.stop();
  await running.stop();
  dns.stop();
  await canaries.stop();
});

/** Expects that the process began no connection to a receiver. */
function expectNoConnection(): void {
  expect(watched.targets).toEqual([]);
  expect(canaries.connections()).toBe(0);
}

/** Builds the refusal of a URL. The contract itself refuses a text without characters or with too many, and names the field alone. */
function buildRefusal({ url, refusal: reason }: RefusedUrl) {
  const isText = url.length > 0 && url.length <= 2_048;
  return { status: 'INVALID_ARGUMENT', details: { field: 'url', ...(isText && { reason }) } };
}

/** Adds a webhook for each URL, at a name without an address: such names are accepted. 20 webhooks share a project. */
async function createNameless(call: OutgoingCall, count: number) {
  const created = [];
  for (let index = 0, projectId = newId(); index < count; index += 1) {
    if (index % 20 === 0) projectId = newId();
    const name = `hooks-${index.toString()}.example.com`;
    dns.answer(name, {});
    const url = `https://${name}:${canaries.port.toString()}/`;
    created.push(await newWebhook(running, call, { url, projectId, eventTypes: ['billing.low_balance'] }));
  }
  return created;
}

/** Reads status code and error of the one delivery of each webhook. */
async function readOutcomes(organizationId: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const found = await running.db.collection('webhook_deliveries').find({ organizationId }).toArray();
  return new Map(
    found.map(({ webhookId, responseStatusCode, errorMessage }) => [
      String(webhookId),
      [responseStatusCode, errorMessage],
    ]),
  );
}

async function awaitAttempts(organizationId: string, attempt: number): Promise<void> {
  await eventually(async () => {
    const facts = { organizationId, attempt, status: 'failed', claim: { $exists: false } };
    expect(await running.db.collection('webhook_deliveries').countDocuments(facts)).toBe(urls.length);
  });
}

describe('240 forms of URLs that lead to this machine or another private address', () => {
  it('are refused with their reason by create and by update, and nothing is stored or contacted', async () => {
    expect(new Set(urls.map(({ url }) => url)).size).toBeGreaterThan(240);
    const call = callBy();
    dns.answer('hooks.example.com', {});
    const { path, url: before } = await newWebhook(running, call, { url: 'https://hooks.example.com/' });
    const { ownerId } = path;
    const create = { ownerId, description: undefined, eventTypes: ['run.completed'] };
    for (const refused of urls) {
      const { url } = refused;
      const refusal = buildRefusal(refused);
      const created = await catchRefusal(running.webhooks.createWebhook(call, { ...create, url }));
      expect([url, created]).toMatchObject([url, refusal]);
      const change = WebhookUpdate.fromPartial({ ...path, url, updateMask: ['url'] });
      const updated = await catchRefusal(running.webhooks.updateWebhook(call, change));
      expect([url, updated]).toMatchObject([url, refusal]);
    }
    const { webhooks } = await running.webhooks.listWebhooks(call, { ownerId });
    expect(webhooks.map(({ url }) => url)).toEqual([before]);
    expectNoConnection();
  });

  it('are refused by the attempts of webhooks that have them already, without a status code', async () => {
    const call = callBy();
    const { organizationId } = call;
    const webhooks = await createNameless(call, urls.length);
    const low = { organizationId, thresholdCents: 500, availableCents: 120 };
    await running.publish(BalanceLow, low, organizationId);
    await awaitAttempts(organizationId, 1);
    const collection = running.db.collection<{ _id: string; url: string }>('webhooks');
    for (const [index, { id }] of webhooks.entries())
      await collection.updateOne({ _id: id }, { $set: { url: urls[index]?.url ?? '' } });
    running.clock.advance(70_000);
    await awaitAttempts(organizationId, 2);
    const outcomes = await readOutcomes(organizationId);
    for (const [index, { id }] of webhooks.entries()) {
      const { url, refusal = 'malformed' } = urls[index] ?? {};
      const { message } = new EgressError(refusal);
      expect([url, outcomes.get(id)]).toEqual([url, [null, message]]);
    }
    const [first] = webhooks;
    const tested = await running.webhooks.testWebhook(call, first?.path ?? { ownerId: '', webhookId: '' });
    expect(tested).toMatchObject({ ok: false, statusCode: undefined });
    const [listed] = await running.listDeliveries(call, first?.path ?? { ownerId: '', webhookId: '' });
    expect(listed).toMatchObject({ status: DeliveryStatus.FAILED, responseStatusCode: undefined });
    expectNoConnection();
  });
});
