import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventConnection } from '../src/events/connection.ts';
import { createConsumer } from '../src/events/consumer.ts';
import type { Consumer, ConsumerOptions, ReceivedEvent } from '../src/events/consumer.ts';
import { deadLetterHeaders } from '../src/events/dead-letters.ts';
import { PoisonError } from '../src/events/poison-error.ts';
import { createPublisher } from '../src/events/publisher.ts';
import { deadLetterStream } from '../src/events/streams.ts';
import { ensureStreams, noteEvent, stream } from './notes.ts';
import { logger, openNats, uniqueName } from './servers.ts';

type Overrides = Partial<ConsumerOptions<FileUploaded>> & Pick<ConsumerOptions<FileUploaded>, 'handle'>;

const durable = 'test__on-file-uploaded';
let nats: EventConnection;
let consumers: Consumer[];

beforeEach(async () => {
  nats = await openNats(uniqueName());
  await ensureStreams(nats);
  consumers = [];
});

afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.stop(0)));
  await nats.close();
});

function start(overrides: Overrides): Consumer {
  const consumer = createConsumer({
    connection: nats,
    stream,
    durable,
    message: FileUploaded,
    concurrency: 2,
    ackWaitMs: 1_000,
    backoffMs: [10],
    metrics: new Registry(),
    logger,
    ...overrides,
  });
  consumers.push(consumer);
  consumer.start();
  return consumer;
}

async function publish(...texts: readonly string[]): Promise<void> {
  for (const text of texts) await createPublisher(nats).publish(noteEvent(text));
}

/** What the durable consumer still has to be told: not delivered plus not acknowledged. */
async function unfinished(): Promise<number> {
  const info = await nats.jsm.consumers.info(nats.namespace.stream(stream), durable);
  return info.num_pending + info.num_ack_pending;
}

async function deadLetters() {
  const name = nats.namespace.stream(deadLetterStream);
  const { state } = await nats.jsm.streams.info(name);
  const sequences = Array.from({ length: state.messages }, (_, index) => state.first_seq + index);
  return await Promise.all(sequences.map((seq) => nats.jsm.streams.getMessage(name, { seq })));
}

const forever = () => new Promise<never>(() => undefined);
const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });

describe('handling', () => {
  it('hands over each event once, with what it carries, and acknowledges it', async () => {
    const received: ReceivedEvent<FileUploaded>[] = [];
    const event = noteEvent('a');
    await createPublisher(nats).publish(event);
    start({ handle: async (handled) => void received.push(handled) });
    await publish('b');
    await expect.poll(() => received.length).toBe(2);
    await expect.poll(unfinished).toBe(0);
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

  it('handles no more events at the same time than it may', async () => {
    let running = 0;
    let most = 0;
    let handled = 0;
    const gate = Promise.withResolvers<undefined>();
    await publish(...Array.from({ length: 12 }, (_, index) => index.toString()));
    start({
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

  it('starts before its stream exists and handles what comes later', async () => {
    const received: string[] = [];
    await nats.jsm.streams.delete(nats.namespace.stream(stream));
    const consumer = start({ handle: async ({ value }) => void received.push(value.fileId) });
    expect(consumer.isAttached()).toBe(false);
    await ensureStreams(nats);
    await expect.poll(() => consumer.isAttached(), { timeout: 10_000 }).toBe(true);
    await publish('late');
    await expect.poll(() => received).toEqual(['late']);
  });

  it('goes on after its durable consumer was deleted on the server', async () => {
    const received = new Set<string>();
    start({ handle: async ({ value }) => void received.add(value.fileId) });
    await publish('before');
    await expect.poll(() => received.has('before')).toBe(true);
    await nats.jsm.consumers.delete(nats.namespace.stream(stream), durable);
    await publish('after');
    await expect.poll(() => received.has('after'), { timeout: 10_000 }).toBe(true);
  });

  it('takes over a durable consumer that was made with other settings', async () => {
    const first = start({ handle: async () => undefined });
    await expect.poll(() => first.isAttached()).toBe(true);
    await first.stop();
    const second = start({ ackWaitMs: 5_000, handle: async () => undefined });
    await expect.poll(() => second.isAttached()).toBe(true);
    const { config } = await nats.jsm.consumers.info(nats.namespace.stream(stream), durable);
    expect(config.ack_wait).toBe(5_000_000_000);
  });

  it('keeps an event that takes longer than the acknowledgement may, by saying that it works', async () => {
    let deliveries = 0;
    const gate = Promise.withResolvers<undefined>();
    await publish('long');
    const metrics = new Registry();
    start({
      ackWaitMs: 300,
      metrics,
      async handle() {
        deliveries += 1;
        await gate.promise;
      },
    });
    const startedAt = performance.now();
    await expect.poll(() => performance.now() - startedAt, { timeout: 5_000 }).toBeGreaterThan(1_000);
    gate.resolve(undefined);
    await expect.poll(unfinished).toBe(0);
    expect(deliveries).toBe(1);
    expect(await metrics.metrics()).toContain(
      `assay_events_total{consumer="${durable}",outcome="handled"} 1`,
    );
  });
});

describe('failing', () => {
  it('delivers again what failed, under the same id and counted', async () => {
    const received: ReceivedEvent<FileUploaded>[] = [];
    await publish('flaky');
    start({
      async handle(event) {
        received.push(event);
        if (event.deliveryCount < 3) throw new Error('not now');
      },
    });
    await expect.poll(() => received.length).toBe(3);
    await expect.poll(unfinished).toBe(0);
    expect(received.map(({ deliveryCount }) => deliveryCount)).toEqual([1, 2, 3]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(await deadLetters()).toHaveLength(0);
  });

  it('makes a poison event a dead letter at once while the others go on', async () => {
    const handled: string[] = [];
    const given: string[] = [];
    await publish('good-1', 'poison', 'good-2');
    start({
      async handle({ value }) {
        if (value.fileId === 'poison') throw new PoisonError('cannot be\nread');
        handled.push(value.fileId);
      },
      onDeadLetter: async ({ value }, reason) => void given.push(`${value.fileId}: ${reason}`),
    });
    await expect.poll(unfinished).toBe(0);
    expect(handled.toSorted()).toEqual(['good-1', 'good-2']);
    expect(given).toEqual(['poison: cannot be\nread']);
    const [letter, ...others] = await deadLetters();
    expect(others).toHaveLength(0);
    expect(letter?.subject).toBe(nats.namespace.subject(`dead-letters.${durable}`));
    expect(FileUploaded.decode(letter?.data ?? new Uint8Array()).fileId).toBe('poison');
    expect(letter?.header.get(deadLetterHeaders.reason)).toBe('cannot be read');
    expect(letter?.header.get(deadLetterHeaders.subject)).toBe(
      nats.namespace.subject('assay.files.v1.FileUploaded'),
    );
    expect(letter?.header.get(deadLetterHeaders.deliveryCount)).toBe('1');
    expect(letter?.header.get('Assay-Organization')).toBe('org');
  });

  it('makes a payload that is no such message a dead letter without calling the handler', async () => {
    const handled: string[] = [];
    const subject = nats.namespace.subject('assay.files.v1.FileUploaded');
    await nats.js.publish(subject, Buffer.from([0x0a, 0xff, 0xff, 0xff]));
    await publish('good');
    start({ handle: async ({ value }) => void handled.push(value.fileId) });
    await expect.poll(unfinished).toBe(0);
    expect(handled).toEqual(['good']);
    const [letter] = await deadLetters();
    expect([...(letter?.data ?? [])]).toEqual([0x0a, 0xff, 0xff, 0xff]);
  });

  it('gives an event up after the last delivery allowed', async () => {
    let deliveries = 0;
    await publish('hopeless');
    start({
      maxDeliver: 3,
      async handle() {
        deliveries += 1;
        throw new Error('always');
      },
    });
    await expect.poll(async () => (await deadLetters()).length).toBe(1);
    await expect.poll(unfinished).toBe(0);
    expect(deliveries).toBe(3);
  });

  it('gives up an event whose last delivery was never finished, without handling it again', async () => {
    await publish('killer');
    const options = { maxDeliver: 1, ackWaitMs: 200 };
    const began = Promise.withResolvers<undefined>();
    const dying = start({
      ...options,
      async handle() {
        began.resolve(undefined);
        await forever();
      },
    });
    await began.promise;
    let wasHandled = false;
    const given: string[] = [];
    await dying.stop(0);
    start({
      ...options,
      async handle() {
        wasHandled = true;
      },
      onDeadLetter: async ({ value }) => void given.push(value.fileId),
    });
    await expect.poll(async () => (await deadLetters()).length).toBe(1);
    await expect.poll(unfinished).toBe(0);
    expect({ wasHandled, given }).toEqual({ wasHandled: false, given: ['killer'] });
  });

  it('records one dead letter although marking the document failed at first', async () => {
    let calls = 0;
    await publish('poison');
    start({
      handle: () => Promise.reject(new PoisonError('no')),
      async onDeadLetter() {
        calls += 1;
        if (calls === 1) throw new Error('not now');
      },
    });
    await expect.poll(unfinished).toBe(0);
    expect(calls).toBe(2);
    expect(await deadLetters()).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('lets what is in flight finish and takes nothing new', async () => {
    const handled: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const began = Promise.withResolvers<undefined>();
    await publish('in-flight');
    const consumer = start({
      concurrency: 1,
      async handle({ value }) {
        began.resolve(undefined);
        await gate.promise;
        handled.push(value.fileId);
      },
    });
    await began.promise;
    await publish('too-late');
    const stopping = consumer.stop();
    gate.resolve(undefined);
    await stopping;
    expect(handled).toEqual(['in-flight']);
    await expect.poll(unfinished).toBe(1);
  });

  it('gives back at the deadline what is not finished, and another takes it at once', async () => {
    const began = Promise.withResolvers<undefined>();
    const handled: number[] = [];
    await publish('slow');
    const ackWaitMs = 60_000;
    const first = start({
      ackWaitMs,
      async handle(_, { signal }) {
        began.resolve(undefined);
        await rejection(signal);
      },
    });
    await began.promise;
    await first.stop(10);
    start({ ackWaitMs, handle: async ({ deliveryCount }) => void handled.push(deliveryCount) });
    await expect.poll(() => handled).toEqual([2]);
    await expect.poll(unfinished).toBe(0);
  });

  it('stops at once when nothing is in flight', async () => {
    const consumer = start({ handle: async () => undefined });
    await expect.poll(() => consumer.isAttached()).toBe(true);
    const startedAt = performance.now();
    await consumer.stop(10_000);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
