/** CPU of a consumer per event, and the waiting time of work behind that of another organization. */
import { systemClock } from '@assay/chassis/clock';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createConsumer } from '@assay/chassis/events/consumer';
import {
  createDueEventStore,
  dueEventCollection,
  dueEventIndexes,
} from '@assay/chassis/events/due-event-store';
import type { DueEventStore } from '@assay/chassis/events/due-event-store';
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
import { cpuOf, measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import type { Round } from '../adjacent.ts';
import { startBenchServers } from '../bench-servers.ts';
import { measureFairness } from './queue-fairness.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const eventCount = 5_000;
const rounds = Number(process.argv[2] ?? '7');
const mostTimes = 3;
const stream = 'FILES';
const logger = createLogger({ name: 'bench', level: 'warn' });

/** The least a client can do: take every event, decode nothing, acknowledge it. */
async function bareLoop(events: EventConnection): Promise<Round> {
  const durable = await newDurable(events);
  return await measured(async () => {
    const consumer = await events.js.consumers.get(events.namespace.stream(stream), durable);
    const messages = await consumer.consume();
    let left = eventCount;
    for await (const message of messages) {
      message.ack();
      left -= 1;
      if (left === 0) break;
    }
    await events.flush();
  });
}

/** A consumer of a service whose handler does nothing. */
async function consumer(
  events: EventConnection,
  dueEvents: DueEventStore,
  concurrency: number,
): Promise<Round> {
  const durable = await newDurable(events);
  const done = Promise.withResolvers<undefined>();
  let left = eventCount;
  const consuming = createConsumer({
    connection: events,
    stream,
    durable,
    message: FileUploaded,
    dueEvents,
    concurrency,
    logger,
    ackWaitMs: 30_000,
    metrics: createMetrics('bench'),
    handle() {
      left -= 1;
      if (left === 0) done.resolve(undefined);
    },
  });
  const round = await measured(async () => {
    consuming.start();
    await done.promise;
    await events.flush();
  });
  await consuming.stop();
  return round;
}

async function newDurable(events: EventConnection): Promise<string> {
  const durable = `bench__${newId()}`;
  await ensureConsumer(events, { stream, durable, message: FileUploaded, ackWaitMs: 30_000 });
  return durable;
}

async function measured(work: () => Promise<void>): Promise<Round> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    requestsPerSecond: (eventCount / (performance.now() - startedAt)) * 1_000,
    cpuMicroseconds: { consumer: (user + system) / eventCount },
  };
}

async function fill(events: EventConnection): Promise<void> {
  await Promise.all([
    ensureStream(events, {
      name: stream,
      messages: [FileUploaded],
      retention: 'limits',
      maxAgeMs: 3_600_000,
    }),
    ensureDeadLetters(events),
  ]);
  const publisher = createPublisher(events);
  const context = { organizationId: newId(), call: { requestId: newId() } };
  const value = FileUploaded.fromPartial({ fileId: newId(), mimeType: 'image/jpeg' });
  for (let sent = 0; sent < eventCount; sent += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => publisher.publish(newEvent(FileUploaded, value, context))),
    );
  }
}

const { servers, stop } = await startBenchServers(await temporaryFolder());
const events = await connectNats({ url: servers.nats.url, name: 'bench', logger });
const mongo = await connectMongo({ uri: servers.mongodb.uri, database: 'bench', appName: 'bench' });
await ensureIndexes(mongo.db.collection(dueEventCollection), dueEventIndexes);
const dueEvents = createDueEventStore(mongo.db, systemClock);
await fill(events);
const names = ['bare loop', 'consumer, 4 slots', 'consumer, 8 slots'] as const;
const figures = await measureAdjacent(
  {
    'bare loop': () => bareLoop(events),
    'consumer, 4 slots': () => consumer(events, dueEvents, 4),
    'consumer, 8 slots': () => consumer(events, dueEvents, 8),
  },
  rounds,
);
const cpu = (name: (typeof names)[number]): number[] => cpuOf(figures[name], 'consumer');
process.stdout.write(`${eventCount} events, ${rounds} rounds: median (least to most)\n`);
for (const name of names) {
  const rate = figures[name].map(({ requestsPerSecond }) => requestsPerSecond);
  const times = ratiosOf(cpu(name), cpu('bare loop'));
  process.stdout.write(
    `  ${name.padEnd(20)}${spread(rate, 0).padEnd(26)} events/s  ${spread(cpu(name), 1).padEnd(24)} µs of CPU an event  ${spread(times, 2)} times the bare loop\n`,
  );
}
const times = median(ratiosOf(cpu('consumer, 8 slots'), cpu('bare loop')));
process.stdout.write(
  `goal: at most ${mostTimes} times the bare loop: ${times <= mostTimes ? 'kept' : 'MISSED'}\n`,
);
await events.close();
await mongo.close();
await stop();
const isFair = await measureFairness();
process.exitCode = times <= mostTimes && isFair ? 0 : 1;
