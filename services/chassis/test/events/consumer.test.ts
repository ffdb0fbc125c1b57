import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import type { ReceivedEvent } from '../../src/events/consumer.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { durable, openConsumerBench } from './consumer-bench.ts';
import type { ConsumerBench } from './consumer-bench.ts';
import { ensureStreams, noteEvent, stream } from './notes.ts';

let nats: EventConnection;
let bench: ConsumerBench;

beforeEach(async () => {
  bench = await openConsumerBench();
  ({ nats } = bench);
});
afterEach(() => bench.close());

describe('a consumer', () => {
  it('passes each event once to the handler, with its headers, and acknowledges it', async () => {
    const received: ReceivedEvent<FileUploaded>[] = [];
    const event = noteEvent('a');
    await createPublisher(nats).publish(event);
    await bench.start({ handle: (handled) => void received.push(handled) });
    await bench.publish('b');
    await expect.poll(() => received.length).toBe(2);
    await expect.poll(bench.unfinished).toBe(0);
    expect(received[0]).toEqual({
      id: event.id,
      value: FileUploaded.fromPartial({ fileId: 'a' }),
      organizationId: 'org',
      requestId: 'req',
      traceparent: undefined,
      deliveryCount: 1,
      occurredAt: event.occurredAt,
    });
  });

  it('handles at most `concurrency` events at the same time', async () => {
    let running = 0;
    let most = 0;
    let handled = 0;
    const gate = Promise.withResolvers<undefined>();
    await bench.publish(...Array.from({ length: 12 }, (_, index) => index.toString()));
    await bench.start({
      concurrency: 3,
      async handle() {
        running += 1;
        most = Math.max(most, running);
        if (running === 3) gate.resolve(undefined);
        await gate.promise;
        running -= 1;
        handled += 1;
      },
    });
    await expect.poll(() => handled).toBe(12);
    expect(most).toBe(3);
  });

  it('starts before its stream exists, logs that in one line without a stack, and handles later events', async () => {
    const received: string[] = [];
    const lines: { readonly level: number; readonly msg: string; readonly err?: unknown }[] = [];
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
    await nats.jsm.streams.delete(nats.namespace.stream(stream));
    const consumer = bench.startUnprepared({
      logger,
      handle: ({ value }) => void received.push(value.fileId),
    });
    await expect.poll(() => lines.length).toBe(1);
    await ensureStreams(nats);
    await pause(1_000);
    expect(consumer.isAttached()).toBe(false);
    await expect(nats.jsm.consumers.info(nats.namespace.stream(stream), durable)).rejects.toThrow(
      'not found',
    );
    await bench.prepare();
    await expect.poll(() => consumer.isAttached()).toBe(true);
    await bench.publish('late');
    await expect.poll(() => received).toEqual(['late']);
    const [waiting, ...others] = lines;
    expect(waiting).toMatchObject({
      level: 40,
      consumer: durable,
      msg: expect.stringContaining('does not exist; run the prepare command'),
    });
    expect(waiting).not.toHaveProperty('err');
    expect(others).toEqual([]);
  });

  it('continues after its durable consumer was deleted on the server and prepared again', async () => {
    const received = new Set<string>();
    await bench.start({ handle: ({ value }) => void received.add(value.fileId) });
    await bench.publish('before');
    await expect.poll(() => received.has('before')).toBe(true);
    await nats.jsm.consumers.delete(nats.namespace.stream(stream), durable);
    await bench.publish('after');
    await bench.prepare();
    await expect.poll(() => received.has('after')).toBe(true);
  });

  it('uses the ack wait of the server when it is shorter than its own', async () => {
    let deliveries = 0;
    const gate = Promise.withResolvers<undefined>();
    await bench.prepare();
    await bench.publish('long');
    bench.startUnprepared({
      ackWaitMs: 60_000,
      async handle() {
        deliveries += 1;
        await gate.promise;
      },
    });
    await pause(2_500);
    gate.resolve(undefined);
    await expect.poll(bench.unfinished).toBe(0);
    expect(deliveries).toBe(1);
  });

  it('keeps an event that takes longer than the ack wait, by sending heartbeats', async () => {
    let deliveries = 0;
    const gate = Promise.withResolvers<undefined>();
    await bench.publish('long');
    const metrics = new Registry();
    await bench.start({
      // A third of it may pass between two heartbeats, which must exceed the longest pause of a busy machine.
      ackWaitMs: 3_000,
      metrics,
      async handle() {
        deliveries += 1;
        await gate.promise;
      },
    });
    const startedAt = performance.now();
    await expect.poll(() => performance.now() - startedAt).toBeGreaterThan(6_000);
    gate.resolve(undefined);
    await expect.poll(bench.unfinished).toBe(0);
    expect(deliveries).toBe(1);
    await expect
      .poll(() => metrics.metrics())
      .toContain(`assay_events_total{consumer="${durable}",outcome="handled"} 1`);
  });
});
