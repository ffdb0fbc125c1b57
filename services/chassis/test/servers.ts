import { randomUUID } from 'node:crypto';
import type {} from '@assay/test-kit/set-up/infrastructure';
import { pino } from 'pino';
import { inject } from 'vitest';
import { connectNats } from '../src/events/connection.ts';
import type { EventConnection } from '../src/events/connection.ts';
import { connectMongo } from '../src/mongo/connect.ts';
import type { MongoConnection } from '../src/mongo/connect.ts';

export const servers = inject('servers');
export const logger = pino({ level: 'silent' });

/** Returns a unique name for a database, namespace or bucket. */
export function uniqueName(): string {
  return `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;
}

export function openMongo(): Promise<MongoConnection> {
  return connectMongo({
    uri: servers.mongodb.uri,
    database: uniqueName(),
    appName: 'chassis-test',
    monitorCommands: true,
  });
}

export function openNats(namespace: string, url = servers.nats.url): Promise<EventConnection> {
  return connectNats({ url, name: 'chassis-test', logger, namespace });
}
