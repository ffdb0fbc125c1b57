import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { AckPolicy, RetentionPolicy, StorageType } from 'nats';

/** A webhook of the loop. */
export interface Target {
  readonly _id: string;
  readonly origin: string;
  readonly owner: { readonly kind: 'project'; readonly id: string };
}

export interface LoopOptions {
  readonly natsUrl: string;
  readonly namespace: string;
  readonly mongodbUri: string;
  readonly database: string;
  readonly targets: readonly Target[];
}

/** The subject whose events the loop takes. */
export const loopSubject = 'loop.RunCompleted';
const stream = 'LOOP';
const durable = 'loop';

/** Connects as a service does, with the same write concern, and creates the stream and the durable consumer. */
export async function openLoop({ natsUrl, namespace: prefix, mongodbUri, database, targets }: LoopOptions) {
  const logger = createLogger({ name: 'loop', level: 'warn' });
  const connection = await connectNats({ url: natsUrl, name: 'loop', namespace: prefix, logger });
  const { nc, js, jsm, namespace } = connection;
  await jsm.streams.add({
    name: namespace.stream(stream),
    subjects: [namespace.subject(loopSubject)],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
  });
  await jsm.consumers.add(namespace.stream(stream), {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    max_ack_pending: 5_000,
  });
  const { db, client } = await connectMongo({
    uri: mongodbUri,
    database,
    appName: 'loop',
    monitorCommands: true,
  });
  const webhooks = db.collection<Target>('webhooks');
  await webhooks.deleteMany({});
  await webhooks.insertMany([...targets]);
  return {
    webhooks,
    client,
    events: db.collection<{ _id: string }>('webhook_events'),
    deliveries: db.collection<{ _id: string }>('webhook_deliveries'),
    consumer: await js.consumers.get(namespace.stream(stream), durable),
    stats: () => nc.stats(),
  };
}
