import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { createMetrics } from '@assay/chassis/metrics';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptOutcome, NewDelivery } from '../src/domain/webhooks/delivery/delivery.ts';
import { countAttempts, measureDeliveries } from '../src/store/delivery/delivery-metrics.ts';
import { createDeliveryQueue } from '../src/store/delivery/delivery-queue.ts';
import type { DeliveryQueue } from '../src/store/delivery/delivery-queue.ts';

const lag = 'assay_webhook_delivery_lag_seconds';
const attempts = 'assay_webhook_attempts_total';
const leaseMs = 30_000;
const origin = 'https://receiver.example';
const organizationId = newId();
const clock = createMovingClock();
const metrics = createMetrics('crowd-webhooks');
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let queue: DeliveryQueue;

beforeAll(async () => {
  const { MONGODB_URI: uri = '', MONGODB_DATABASE: database = '' } =
    createTestPlatform().environment('crowd-webhooks');
  mongo = await connectMongo({ uri, database, appName: 'crowd-webhooks-test' });
  queue = createDeliveryQueue(mongo.db);
  measureDeliveries(metrics, mongo.db, clock);
});
afterAll(() => mongo.close());

function newDelivery(): NewDelivery {
  const owner = { kind: 'project', id: newId() } as const;
  const event = { eventId: newId(), event: 'run.completed', body: '{}' };
  const facts = { origin, isTest: false, createdAt: clock.now() };
  return { id: newId(), organizationId, webhookId: newId(), owner, ...event, ...facts };
}

async function take(limit: number) {
  const now = clock.now();
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const due = await queue.findDue({ after: '', now, busy: [], limit });
  return queue.take(due, { claim: 'a', now, leaseEnd });
}

async function readSamples(name: string): Promise<readonly { labels: unknown; value: number }[]> {
  return (await metrics.getMetricsAsJSON()).find((metric) => metric.name === name)?.values ?? [];
}

async function readLag(): Promise<number | undefined> {
  return (await readSamples(lag))[0]?.value;
}

describe('the lag of deliveries', () => {
  it('is the age of the oldest due delivery that no worker has taken', async () => {
    expect(await readLag()).toBe(0);
    await queue.insert([newDelivery()]);
    clock.advance(40_000);
    await queue.insert([newDelivery()]);
    clock.advance(20_000);
    const bothWait = await readLag();
    expect(bothWait).toBeGreaterThanOrEqual(60);
    await take(1);
    expect(await readLag()).toBeLessThan(bothWait ?? 0);
    expect(await readLag()).toBeGreaterThanOrEqual(20);
    await take(1);
    expect(await readLag()).toBe(0);
  });

  it('counts from the end of the lease of a dead worker, and not while redriven deliveries wait', async () => {
    clock.advance(leaseMs + 10_000);
    expect(await readLag()).toBeGreaterThanOrEqual(10);
    expect(await queue.makeDue()).toBe(2);
    expect(await readLag()).toBe(0);
  });
});

it('attempts are counted by their outcome', async () => {
  const outcome = { responseBody: undefined, durationMs: 1, retryAfter: undefined, isGone: false };
  const ends: ReadonlyMap<string, Pick<AttemptOutcome, 'statusCode' | 'errorMessage'>> = new Map([
    ['refused', { statusCode: 500, errorMessage: 'The receiver responded 500.' }],
    ['unreachable', { statusCode: undefined, errorMessage: 'The connection was refused.' }],
  ]);
  const success = { statusCode: 204, errorMessage: undefined };
  const sender = countAttempts(metrics, {
    post: ({ body }) => Promise.resolve({ ...outcome, ...(ends.get(body) ?? success) }),
  });
  for (const body of ['', '', 'refused', 'unreachable'])
    await sender.post({ url: origin, headers: {}, body });
  expect((await readSamples(attempts)).map(({ labels, value }) => ({ labels, value }))).toEqual(
    [
      ['succeeded', 2],
      ['refused', 1],
      ['unreachable', 1],
    ].map(([label, value]) => ({ labels: expect.objectContaining({ outcome: label }) as unknown, value })),
  );
});
