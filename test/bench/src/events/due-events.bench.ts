/** Healthy events handled, of 100, behind 1,000 failing events that wait for a retry. */
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@assay/chassis/clock';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createConsumer } from '@assay/chassis/events/consumer';
import type { ConsumerOptions } from '@assay/chassis/events/consumer-options';
import {
  createDueEventStore,
  dueEventCollection,
  dueEventIndexes,
} from '@assay/chassis/events/due-event-store';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureDeadLetters, ensureStream } from '@assay/chassis/events/streams';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { startBenchServers } from '../bench-servers.ts';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const failingCount = 1_000;
const healthyCount = 100;
/** In which the failing ones come to their delays. */
const failingForMs = 15_000;
const watchedMs = 25_000;
/** As before commit a9147cd; since then it is 5,000, and five times as many failing events have the same effect. */
const mostUnacknowledged = 1_000;
const stream = 'FILES';
const logger = createLogger({ name: 'bench', level: 'silent' });

interface Outcome {
  readonly handled: number;
  /** Since the healthy ones were published. */
  readonly lastAfterMs: number | undefined;
  readonly failures: number;
}

/** One consumer with the delays every consumer has, in a namespace of its own. */
async function measure(url: string, dueEvents: ConsumerOptions<FileUploaded>['dueEvents']): Promise<Outcome> {
  const connection = await connectNats({ url, name: 'bench', namespace: newId(), logger });
  await ensureStream(connection, {
    name: stream,
    messages: [FileUploaded],
    retention: 'limits',
    maxAgeMs: 3_600_000,
  });
  await ensureDeadLetters(connection);
  const options = { stream, durable: 'bench__on-file', message: FileUploaded, ackWaitMs: 30_000 };
  await ensureConsumer(connection, options);
  const changes = { max_ack_pending: mostUnacknowledged };
  await connection.jsm.consumers.update(connection.namespace.stream(stream), options.durable, changes);
  let failures = 0;
  let handled = 0;
  let publishedAt = 0;
  let lastAfterMs: number | undefined;
  const consumer = createConsumer({
    ...options,
    connection,
    concurrency: 4,
    dueEvents,
    metrics: createMetrics('bench'),
    logger,
    handle({ value }) {
      if (value.fileId === 'failing') {
        failures += 1;
        throw new Error('not now');
      }
      handled += 1;
      lastAfterMs = performance.now() - publishedAt;
    },
  });
  await publish(connection, 'failing', failingCount);
  consumer.start();
  await wait(failingForMs);
  publishedAt = performance.now();
  await publish(connection, 'healthy', healthyCount);
  await wait(watchedMs);
  const outcome = { handled, lastAfterMs, failures };
  await consumer.stop(0);
  await connection.close();
  return outcome;
}

async function publish(connection: EventConnection, fileId: string, count: number): Promise<void> {
  const publisher = createPublisher(connection);
  const context = { organizationId: newId(), call: { requestId: newId() } };
  const value = FileUploaded.fromPartial({ fileId });
  await Promise.all(
    Array.from({ length: count }, () => publisher.publish(newEvent(FileUploaded, value, context))),
  );
}

const row = (title: string, { handled, lastAfterMs, failures }: Outcome): string[] => {
  const after = lastAfterMs === undefined ? '–' : (lastAfterMs / 1_000).toFixed(1);
  return [title, `${handled.toString()} of ${healthyCount.toString()}`, after, failures.toString()];
};

const { servers, stop } = await startBenchServers(await temporaryFolder());
try {
  const mongo = await connectMongo({ uri: servers.mongodb.uri, database: 'bench', appName: 'bench' });
  await ensureIndexes(mongo.db.collection(dueEventCollection), dueEventIndexes);
  const before = await measure(servers.nats.url, undefined);
  const present = await measure(servers.nats.url, createDueEventStore(mongo.db, systemClock));
  await mongo.close();
  const watched = (watchedMs / 1_000).toString();
  say(
    `${failingCount.toString()} events that fail, ${(failingForMs / 1_000).toString()} s later ${healthyCount.toString()} healthy ones, watched for ${watched} s`,
  );
  printTable(
    ['', 'healthy ones handled', 'the last after s', 'failed deliveries'],
    row('retries wait in the stream, as before', before),
    row('retries are stored with their time', present),
  );
  const isMet = present.handled === healthyCount;
  say(`all healthy ones handled: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
} finally {
  await stop();
}
