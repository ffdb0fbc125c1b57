import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { Registry } from 'prom-client';
import { pino } from 'pino';
import { connectNats } from '../../src/events/connection.ts';
import { createConsumer } from '../../src/events/consumer.ts';
import { connectMongo } from '../../src/mongo/connect.ts';
import { applyOnce } from '../idempotency/guarded-effect.ts';

/** Runs a process that handles one event, reports when it has reached `when`, and hangs there until it is killed. */
const [natsUrl = '', namespace = '', mongoUri = '', database = '', when = ''] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const connection = await connectNats({ url: natsUrl, name: 'hanging', logger, namespace });
const { db } = await connectMongo({ uri: mongoUri, database, appName: 'hanging' });

createConsumer({
  connection,
  stream: 'FILES',
  durable: 'test__hanging',
  message: FileUploaded,
  concurrency: 1,
  ackWaitMs: 500,
  metrics: new Registry(),
  logger,
  async handle(event) {
    if (when === 'after-effect') await applyOnce(db, event.id);
    process.stdout.write('reached\n');
    await new Promise(() => undefined);
  },
}).start();
