import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import { consumes, createConsumers, listDurables } from '../../src/events/consumer.ts';
import type { Consumer, ConsumerDefinition, ConsumerTuning } from '../../src/events/consumer.ts';
import { PoisonError } from '../../src/events/poison-error.ts';
import { ensureConsumer } from '../../src/events/durable.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { deadLetterStream, ensureDeadLetters } from '../../src/events/streams.ts';
import { ensureStreams, noteEvent, stream } from './notes.ts';
import { logger, openNats, uniqueName } from '../servers.ts';

interface Deps {
  readonly heard: string[];
}

let nats: EventConnection;
let deps: Deps;
let consumers: Consumer[];

beforeEach(async () => {
  nats = await openNats(uniqueName());
  await ensureStreams(nats);
  deps = { heard: [] };
});

afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.stop()));
  await nats.close();
});

async function start(definition: ConsumerDefinition<Deps>, tuning?: ConsumerTuning): Promise<void> {
  const process = { events: nats, runtime: { name: 'notes', logger, metrics: new Registry() } };
  for (const durable of listDurables('notes', [definition], tuning)) await ensureConsumer(nats, durable);
  await ensureDeadLetters(nats);
  consumers = createConsumers(process, deps, [definition], tuning);
  for (const consumer of consumers) consumer.start();
  await expect.poll(() => consumers.every((consumer) => consumer.isAttached())).toBe(true);
}

async function readConsumerConfig(durable: string) {
  const { config } = await nats.jsm.consumers.info(nats.namespace.stream(stream), durable);
  return { ackWaitMs: (config.ack_wait ?? 0) / 1e6, subject: config.filter_subject };
}

describe('a declared consumer', () => {
  it('is named after service and event, and passes the deps of the service', async () => {
    const onFileUploaded = consumes<Deps, FileUploaded>({
      stream,
      message: FileUploaded,
      handle: ({ heard }, { value }) => void heard.push(value.fileId),
    });
    expect(onFileUploaded).toMatchObject({ stream, message: { $type: 'assay.files.v1.FileUploaded' } });
    await start(onFileUploaded);
    await createPublisher(nats).publish(noteEvent('a'));
    await expect.poll(() => deps.heard).toEqual(['a']);
    expect(await readConsumerConfig('notes__on-file-uploaded')).toEqual({
      ackWaitMs: 30_000,
      subject: nats.namespace.subject('assay.files.v1.FileUploaded'),
    });
  });

  it('keeps its declared name, and prefers the tuning of the service', async () => {
    const definition = consumes<Deps, FileUploaded>({
      stream,
      durable: 'notes__since-long-ago',
      message: FileUploaded,
      ackWaitMs: 5_000,
      handle: () => undefined,
    });
    await start(definition, { ackWaitMs: 7_000, concurrency: undefined });
    expect(await readConsumerConfig('notes__since-long-ago')).toMatchObject({ ackWaitMs: 7_000 });
  });

  it('makes an event without a required text a dead letter, and calls the service for the others alone', async () => {
    const onFileUploaded = consumes<Deps, FileUploaded>({
      stream,
      message: FileUploaded,
      requires: ['fileId'],
      handle: ({ heard }, { value }) => void heard.push(value.fileId),
      onDeadLetter: ({ heard }, _event, reason) => void heard.push(reason),
    });
    await start(onFileUploaded);
    const publisher = createPublisher(nats);
    for (const fileId of ['', 'a']) await publisher.publish(noteEvent(fileId));
    const deadLetters = nats.namespace.stream(deadLetterStream);
    await expect.poll(async () => (await nats.jsm.streams.info(deadLetters)).state.messages).toBe(1);
    await expect.poll(() => deps.heard).toEqual(['a']);
  });

  it('calls `onDeadLetter` for an event that becomes a dead letter', async () => {
    const definition = consumes<Deps, FileUploaded>({
      stream,
      message: FileUploaded,
      handle: () => Promise.reject(new PoisonError('unreadable')),
      onDeadLetter: ({ heard }, { value }, reason) => void heard.push(value.fileId, reason),
    });
    await start(definition);
    await createPublisher(nats).publish(noteEvent('a'));
    await expect.poll(() => deps.heard).toEqual(['a', 'unreadable']);
  });
});
