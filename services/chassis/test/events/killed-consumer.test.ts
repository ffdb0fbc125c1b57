import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import { createConsumer } from '../../src/events/consumer.ts';
import { ensureConsumer } from '../../src/events/durable.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { applyOnce, balance, openAccount } from '../idempotency/guarded-effect.ts';
import { ensureStreams, noteEvent, stream } from './notes.ts';
import { logger, openMongo, openNats, servers, uniqueName } from '../servers.ts';

let mongo: MongoConnection;
let nats: EventConnection;
let namespace: string;

beforeEach(async () => {
  namespace = uniqueName();
  [mongo, nats] = await Promise.all([openMongo(), openNats(namespace)]);
  await Promise.all([ensureStreams(nats), openAccount(mongo.db)]);
  await ensureConsumer(nats, { stream, durable: 'test__hanging', message: FileUploaded, ackWaitMs: 500 });
});

afterEach(async () => {
  await Promise.all([mongo.close(), nats.close()]);
});

/** Runs a consumer in another process until it has reached `when`, then kills it with SIGKILL. */
async function dieInHandler(when: 'before-effect' | 'after-effect'): Promise<void> {
  const script = fileURLToPath(new URL('hanging-consumer.ts', import.meta.url));
  const scriptArgs = [servers.nats.url, namespace, servers.mongodb.uri, mongo.db.databaseName, when];
  const child = spawn(process.execPath, ['--conditions=source', script, ...scriptArgs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

describe('a process killed in the middle of a handler', () => {
  it.each(['before-effect', 'after-effect'] as const)(
    'has its event delivered to another process, and the effect happens once: %s',
    async (when) => {
      await createPublisher(nats).publish(noteEvent('a'));
      await dieInHandler(when);
      expect(await balance(mongo.db)).toBe(when === 'after-effect' ? 1 : 0);
      const deliveries: number[] = [];
      const consumer = createConsumer({
        connection: nats,
        stream,
        durable: 'test__hanging',
        message: FileUploaded,
        concurrency: 1,
        ackWaitMs: 500,
        metrics: new Registry(),
        logger,
        async handle({ id, deliveryCount }) {
          await applyOnce(mongo.db, id);
          deliveries.push(deliveryCount);
        },
      });
      consumer.start();
      await expect.poll(() => deliveries).toEqual([2]);
      await consumer.stop();
      expect(await balance(mongo.db)).toBe(1);
    },
  );
});
