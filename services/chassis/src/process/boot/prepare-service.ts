import type { Db } from 'mongodb';
import { toExitCode } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import { unless } from '../../events/api-code.ts';
import { connectNats } from '../../events/connection.ts';
import type { EventConnection } from '../../events/connection.ts';
import { ensureConsumer } from '../../events/durable.ts';
import type { Durable } from '../../events/durable.ts';
import { ensureDeadLetters, ensureStream, streamNotFound } from '../../events/streams.ts';
import { createLogger } from '../../logger.ts';
import { connectMongo } from '../../mongo/connect.ts';
import { ensureIndexes } from '../../mongo/indexes.ts';
import { recordMigration } from '../../mongo/migrations.ts';
import { backfillOutboxSince } from '../../mongo/outbox.ts';
import { listIndexes } from './resources.ts';
import type { ServiceResources } from './resources.ts';
import { createLifecycle } from '../lifecycle.ts';
import { explain } from '../run.ts';
import type { Program } from '../run.ts';
import type { BaseConfig } from './service-base.ts';

export type PrepareConfig = Pick<
  BaseConfig,
  'logLevel' | 'mongodbUri' | 'mongodbDatabase' | 'natsUrl' | 'natsNamespace' | 'natsReplicas'
>;

const streamTimeoutMs = 30_000;

/** The stream of another service, from which this service consumes, was not created in time. */
export class StreamMissingError extends Error {
  override readonly name = 'StreamMissingError';
}

export interface Preparation<C extends PrepareConfig> extends Pick<Program<C>, 'name' | 'readConfig'> {
  readonly declareResources: (config: C) => ServiceResources;
}

/** Runs the prepare command of a service from its configuration to its exit code: 78 (EX_CONFIG) for a bad variable, otherwise 1. */
export async function runPreparation<C extends PrepareConfig>(preparation: Preparation<C>): Promise<void> {
  const { name, readConfig, declareResources } = preparation;
  try {
    const config = readConfig(process.env);
    await prepareService(declareResources(config), config);
    process.stdout.write(`${name} is prepared\n`);
  } catch (error) {
    process.exitCode = toExitCode(error);
    const reason = error instanceof StreamMissingError ? error.message : explain(error);
    process.stderr.write(`${name} could not be prepared: ${reason}\n`);
  }
}

/**
 * Creates indexes, streams, durable consumers and the bucket, and runs the migrations. It only adds, so an older version keeps running,
 * and preparing an older version removes nothing. It may run repeatedly and concurrently. It waits 30 seconds for the streams of
 * services that are prepared at the same time, and then rejects with StreamMissingError.
 */
export async function prepareService(resources: ServiceResources, config: PrepareConfig): Promise<void> {
  const logger = createLogger({ name: `${resources.name}-prepare`, level: config.logLevel });
  const lifecycle = createLifecycle(logger);
  try {
    const mongo = await connectMongo({
      uri: config.mongodbUri,
      database: config.mongodbDatabase,
      appName: `${resources.name}-prepare`,
    });
    lifecycle.onStop('mongodb', () => mongo.close());
    const events = await openNats(resources, config, logger);
    lifecycle.onStop('nats', () => events.close());
    await Promise.all([
      prepareDatabase(mongo.db, resources),
      prepareStreams(events, resources, config),
      prepareBucket(resources),
    ]);
    await backfillOutboxSince(mongo.db, resources.outboxes ?? [], new Date());
    for (const { name, run } of resources.migrations ?? []) {
      await run({ db: mongo.db, events });
      await recordMigration(mongo.db, name);
    }
    await resources.beginning?.({ db: mongo.db });
  } finally {
    await lifecycle.stop();
  }
}

/** Connects with a long timeout: no client waits, and NATS needs more than seconds to create streams on a busy disk. */
function openNats(
  { name }: ServiceResources,
  config: PrepareConfig,
  logger: Logger,
): Promise<EventConnection> {
  const { natsUrl: url, natsNamespace: namespace } = config;
  return connectNats({ url, namespace, name: `${name}-prepare`, logger, manageTimeoutMs: streamTimeoutMs });
}

async function prepareDatabase(db: Db, resources: ServiceResources): Promise<void> {
  for (const [collection, specs] of listIndexes(resources))
    await ensureIndexes(db.collection(collection), specs);
}

async function prepareStreams(
  events: EventConnection,
  { streams = [], durables = [] }: ServiceResources,
  { natsReplicas: replicas }: PrepareConfig,
): Promise<void> {
  for (const stream of streams) await ensureStream(events, { ...stream, replicas });
  if (durables.length > 0) await ensureDeadLetters(events, replicas);
  await Promise.all(durables.map((durable) => prepareConsumer(events, durable)));
}

const checkIntervalMs = 50;

async function prepareConsumer(events: EventConnection, durable: Durable): Promise<void> {
  const deadline = performance.now() + streamTimeoutMs;
  while (!(await tryCreate(events, durable))) {
    if (performance.now() > deadline) {
      throw new StreamMissingError(
        `consumer ${durable.durable} cannot be created, because stream ${durable.stream} does not exist; prepare the service that owns it, then this one again`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, checkIntervalMs));
  }
}

/** Creates the consumer. Returns false while its stream does not exist. */
async function tryCreate(events: EventConnection, durable: Durable): Promise<boolean> {
  const made = ensureConsumer(events, durable).then(() => true);
  return (await made.catch(unless(streamNotFound))) ?? false;
}

async function prepareBucket({ storage }: ServiceResources): Promise<void> {
  if (storage === undefined) return;
  // The images of services without a bucket contain no S3 client.
  const { createStorage } = await import('../../storage/open-storage.ts');
  const objects = createStorage(storage);
  try {
    await objects.ensureBucket();
  } finally {
    objects.close();
  }
}
