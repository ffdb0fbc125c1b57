import { createMovingClock } from '@assay/test-kit/moving-clock';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PoisonError } from '../../src/events/poison-error.ts';
import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { ensureDeadLetters } from '../../src/events/streams.ts';
import { measureBacklog } from '../../src/work/backlog-metrics.ts';
import { durable } from '../events/consumer-bench.ts';
import { openDueEventBench } from '../events/due-event-bench.ts';
import type { DueEventBench } from '../events/due-event-bench.ts';
import { stream } from '../events/notes.ts';
import { uniqueName } from '../servers.ts';

const minuteMs = 60_000;
let clock: ReturnType<typeof createMovingClock>;
let opened: DueEventBench;
let metrics: Registry;

beforeEach(async () => {
  clock = createMovingClock();
  opened = await openDueEventBench(uniqueName(), clock);
  metrics = new Registry();
  measureBacklog({
    metrics,
    clock,
    events: opened.nats,
    dueEvents: opened.dueEvents,
    durables: [{ stream, durable, message: FileUploaded, ackWaitMs: 1_000 }],
  });
});

afterEach(() => opened.close());

/** Reads the samples of one gauge, by their labels without `consumer`. */
async function samples(name: string): Promise<Record<string, number>> {
  const { values = [] } = (await metrics.getMetricsAsJSON()).find((metric) => metric.name === name) ?? {};
  return Object.fromEntries(
    values.map(({ labels, value }) => [`${String(labels['consumer'])} ${String(labels['place'])}`, value]),
  );
}

const queue = `${durable} queue`;
const stored = `${durable} stored`;

describe('the backlog of a consumer', () => {
  it('has no samples before the consumer exists, and then counts the events of its queue and their age', async () => {
    await opened.bench.publish('one', 'two');
    expect(await samples('assay_work_waiting')).toEqual({});
    await opened.bench.prepare();
    clock.advance(minuteMs);
    expect(await samples('assay_work_waiting')).toEqual({ [queue]: 2, [stored]: 0 });
    const ages = await samples('assay_work_age_seconds');
    expect(ages[queue]).toBeGreaterThan(50);
    expect(ages[stored]).toBe(0);
  });

  it('counts stored retries once they are due, and since when they are due', async () => {
    await opened.bench.publish('flaky');
    const consumer = await opened.bench.start({
      dueEvents: opened.dueEvents,
      backoffMs: [minuteMs],
      handle() {
        throw new Error('not now');
      },
    });
    await expect.poll(() => opened.stored.countDocuments()).toBe(1);
    await consumer.stop();
    expect(await samples('assay_work_waiting')).toEqual({ [queue]: 0, [stored]: 0 });
    clock.advance(3 * minuteMs);
    expect(await samples('assay_work_waiting')).toEqual({ [queue]: 0, [stored]: 1 });
    expect((await samples('assay_work_age_seconds'))[stored]).toBeGreaterThan(60);
  });

  it('counts dead letters until an operator handles them', async () => {
    const deadLetters = async () => Object.values(await samples('assay_dead_letters'));
    await ensureDeadLetters(opened.nats);
    expect(await deadLetters()).toEqual([0]);
    await opened.bench.publish('poison');
    await opened.bench.start({
      handle() {
        throw new PoisonError('never');
      },
    });
    await expect.poll(deadLetters).toEqual([1]);
  });

  it('has no samples while NATS is unavailable', async () => {
    await opened.bench.prepare();
    expect(await samples('assay_work_waiting')).toEqual({ [queue]: 0, [stored]: 0 });
    await opened.nats.nc.close();
    expect(await samples('assay_work_waiting')).toEqual({});
    expect(await samples('assay_dead_letters')).toEqual({});
  });
});
