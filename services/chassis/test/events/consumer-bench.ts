import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { Registry } from 'prom-client';
import type { EventConnection } from '../../src/events/connection.ts';
import { createConsumer } from '../../src/events/consumer.ts';
import type { Consumer, ConsumerOptions } from '../../src/events/consumer.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { ensureConsumer } from '../../src/events/durable.ts';
import { deadLetterStream, ensureDeadLetters } from '../../src/events/streams.ts';
import { ensureStreams, noteEvent, stream } from './notes.ts';
import { logger, openNats, uniqueName } from '../servers.ts';

type Overrides = Partial<ConsumerOptions<FileUploaded>> & Pick<ConsumerOptions<FileUploaded>, 'handle'>;

export const durable = 'test__on-file-uploaded';

export type ConsumerBench = Awaited<ReturnType<typeof openConsumerBench>>;

/** Opens a bench with its own connection and streams. */
export async function openConsumerBench() {
  const nats = await openNats(uniqueName());
  await ensureStreams(nats);
  const bench = createConsumerBench(nats);
  return {
    ...bench,
    nats,
    async close(): Promise<void> {
      await bench.stop();
      await nats.close();
    },
  };
}

/** Creates a bench that runs one durable consumer on the stream of notes, as often as a test needs. */
export function createConsumerBench(nats: EventConnection) {
  const consumers: Consumer[] = [];
  const streamName = nats.namespace.stream(stream);
  return {
    async start(overrides: Overrides): Promise<Consumer> {
      const options = withDefaults(nats, overrides);
      await Promise.all([ensureConsumer(nats, options), ensureDeadLetters(nats)]);
      return this.startUnprepared(overrides);
    },
    /** Starts a consumer without creating its durable consumer. */
    startUnprepared(overrides: Overrides): Consumer {
      const consumer = createConsumer(withDefaults(nats, overrides));
      consumers.push(consumer);
      consumer.start();
      return consumer;
    },
    prepare: () => ensureConsumer(nats, withDefaults(nats, { handle: () => undefined })),
    async publish(...texts: readonly string[]): Promise<void> {
      for (const text of texts) await createPublisher(nats).publish(noteEvent(text));
    },
    /** Counts the events that are not delivered or not acknowledged yet. */
    unfinished: async (): Promise<number> => {
      const info = await nats.jsm.consumers.info(streamName, durable);
      return info.num_pending + info.num_ack_pending;
    },
    deadLetters: () => listDeadLetters(nats),
    stop: () => Promise.all(consumers.map((consumer) => consumer.stop(0))),
  };
}

function withDefaults(connection: EventConnection, overrides: Overrides): ConsumerOptions<FileUploaded> {
  return {
    connection,
    stream,
    durable,
    message: FileUploaded,
    concurrency: 2,
    ackWaitMs: 1_000,
    backoffMs: [10],
    metrics: new Registry(),
    logger,
    ...overrides,
  };
}

async function listDeadLetters(nats: EventConnection) {
  const name = nats.namespace.stream(deadLetterStream);
  const { state } = await nats.jsm.streams.info(name);
  const sequences = Array.from({ length: state.messages }, (_, index) => state.first_seq + index);
  return await Promise.all(sequences.map((seq) => nats.jsm.streams.getMessage(name, { seq })));
}
