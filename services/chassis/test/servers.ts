import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { connectNats } from '../src/events/connection.ts';
import type { EventConnection } from '../src/events/connection.ts';
import { connectMongo } from '../src/mongo/connect.ts';
import type { MongoConnection } from '../src/mongo/connect.ts';

export const addresses = {
  mongodb: process.env['MONGODB_URI'] ?? '',
  nats: process.env['NATS_URL'] ?? '',
  s3: {
    endpoint: process.env['S3_ENDPOINT'] ?? '',
    accessKeyId: process.env['S3_ACCESS_KEY_ID'] ?? 'assay',
    secretAccessKey: process.env['S3_SECRET_ACCESS_KEY'] ?? 'assay-secret',
    region: 'us-east-1',
  },
};

export const logger = pino({ level: 'silent' });

/** A name of its own for each test's database, namespace or bucket. */
export function uniqueName(): string {
  return `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;
}

export function openMongo(database = uniqueName()): Promise<MongoConnection> {
  return connectMongo({ uri: addresses.mongodb, database, appName: 'chassis-test' });
}

export function openNats(namespace: string, url = addresses.nats): Promise<EventConnection> {
  return connectNats({ url, name: 'chassis-test', logger, namespace });
}
