import { FileEnriched, FileUploaded } from '@assay/proto/files/v1/file_events';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { markRestore, unmarkRestore } from '../../src/mongo/restore-mark.ts';
import { readConfig } from '../../src/config.ts';
import type { EventConnection } from '../../src/events/connection.ts';
import { connectMongo } from '../../src/mongo/connect.ts';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { awaitPrepared } from '../../src/process/boot/await-prepared.ts';
import { createReadiness } from '../../src/process/health.ts';
import type { ServiceResources } from '../../src/process/boot/resources.ts';
import { createLifecycle } from '../../src/process/lifecycle.ts';
import type { Lifecycle } from '../../src/process/lifecycle.ts';
import { prepareService } from '../../src/process/boot/prepare-service.ts';
import type { PrepareConfig } from '../../src/process/boot/prepare-service.ts';
import { baseSettings } from '../../src/process/boot/service-base.ts';
import { startHangingProxy } from '../hanging-proxy.ts';
import { openNats, servers } from '../servers.ts';

let config: PrepareConfig;
let mongo: MongoConnection;
let events: EventConnection;
let lifecycle: Lifecycle;
let lines: string[];

beforeEach(async () => {
  const platform = createTestPlatform();
  config = readConfig(baseSettings, platform.environment('billing'));
  const { database } = platform;
  mongo = await connectMongo({ uri: servers.mongodb.uri, database, appName: 'test' });
  events = await openNats(platform.natsNamespace);
  lifecycle = createLifecycle(pino({ level: 'silent' }));
  lines = [];
});

afterEach(async () => {
  await lifecycle.stop();
  await Promise.all([mongo.close(), events.close()]);
});

const kept = { retention: 'limits', maxAgeMs: 60_000 } as const;
const older: ServiceResources = {
  name: 'billing',
  indexes: { things: [{ key: { name: 1 }, unique: true }] },
  streams: [{ name: 'FILES', messages: [FileUploaded], ...kept }],
  durables: [{ stream: 'FILES', durable: 'billing__on-file', message: FileUploaded, ackWaitMs: 5_000 }],
};
const newer: ServiceResources = {
  ...older,
  indexes: { things: [{ key: { name: 1 }, unique: true }, { key: { color: 1 } }] },
  streams: [{ name: 'FILES', messages: [FileUploaded, FileEnriched], ...kept }],
  migrations: [
    {
      name: 'colors',
      run: async ({ db }) => {
        await db.collection('things').updateMany({}, { $set: { color: 'red' } });
      },
    },
  ],
};

function awaitIt(resources: ServiceResources): Promise<void> {
  const write = (line: string): void => void lines.push((JSON.parse(line) as { msg: string }).msg);
  const logger = pino({}, { write });
  const readiness = createReadiness(lifecycle.stopping);
  return awaitPrepared(resources, { db: mongo.db, events }, { lifecycle, logger, readiness });
}

describe('a serving process', () => {
  it('logs one line for each missing resource, creates none, and continues once they exist', async () => {
    await prepareService(older, config);
    const waiting = awaitIt(newer);
    const ending = '; run the prepare command of billing';
    await expect
      .poll(() => lines)
      .toEqual([
        `not prepared: collection things has no index {"color":1}${ending}`,
        `not prepared: stream FILES does not keep assay.files.v1.FileEnriched${ending}`,
        `not prepared: migration colors did not run${ending}`,
      ]);
    expect((await mongo.db.collection('things').indexes()).map(({ key }) => key)).toEqual([
      { _id: 1 },
      { name: 1 },
    ]);
    await prepareService(newer, config);
    await waiting;
    expect(lines).toHaveLength(3);
  });

  it('does not start over a database that is being restored', async () => {
    await prepareService(older, config);
    await markRestore(mongo.db, '1');
    const waiting = awaitIt(older);
    await expect
      .poll(() => lines)
      .toEqual(['not prepared: the restore of backup 1 is running or was interrupted']);
    await unmarkRestore(mongo.db);
    await waiting;
  });

  it('logs that all resources are missing, and stops waiting when the process stops', async () => {
    const waiting = awaitIt(older);
    await expect
      .poll(() => lines.map((line) => line.replace(/;.*/u, '')))
      .toEqual([
        'not prepared: collection things has no index {"name":1} unique',
        'not prepared: collection idempotency_records has no index {"claimedAt":1}',
        'not prepared: collection due_events has no index {"durable":1,"dueAt":1}',
        'not prepared: stream FILES does not exist',
      ]);
    await lifecycle.stop();
    await waiting;
  });

  it('of an older version finds all its resources after a newer version was prepared', async () => {
    await prepareService(newer, config);
    await awaitIt(older);
    expect(lines).toEqual([]);
  });
});

describe('preparing', () => {
  it('removes no resource of a newer version', async () => {
    await prepareService(newer, config);
    await prepareService(older, config);
    await awaitIt(newer);
    expect(lines).toEqual([]);
  });

  it('may run several times concurrently', async () => {
    await Promise.all([
      prepareService(newer, config),
      prepareService(older, config),
      prepareService(newer, config),
    ]);
    await awaitIt(newer);
    expect(lines).toEqual([]);
  });

  it('waits for a NATS server that does not answer for longer than a call would wait', async () => {
    const proxy = await startHangingProxy(Number(new URL(config.natsUrl).port));
    onTestFinished(() => proxy.stop());
    const hung: ServiceResources = {
      ...older,
      // Read once NATS is connected.
      get streams() {
        proxy.hang();
        setTimeout(() => {
          proxy.goOn();
        }, 6_000);
        return older.streams ?? [];
      },
    };
    await prepareService(hung, { ...config, natsUrl: `nats://127.0.0.1:${String(proxy.port)}` });
    await awaitIt(older);
    expect(lines).toEqual([]);
  });

  it('waits for the stream of another service that is prepared at the same time', async () => {
    const consuming: ServiceResources = { name: 'billing', indexes: {}, durables: older.durables ?? [] };
    const owning: ServiceResources = { name: 'projects-files', indexes: {}, streams: older.streams ?? [] };
    await Promise.all([prepareService(consuming, config), prepareService(owning, config)]);
    const stream = events.namespace.stream('FILES');
    expect((await events.jsm.consumers.info(stream, 'billing__on-file')).name).toBe('billing__on-file');
  });
});
