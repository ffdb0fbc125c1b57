import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventConnection } from '../../src/events/connection.ts';
import { connectNats, NatsUnavailableError } from '../../src/events/connection.ts';
import { createConsumer } from '../../src/events/consumer.ts';
import { ensureConsumer } from '../../src/events/durable.ts';
import type { MongoConnection } from '../../src/mongo/connect.ts';
import { ensureStreams, openRelay, stream, appendNotes, countPending } from './notes.ts';
import { startPrivateNats } from './private-nats.ts';
import type { PrivateNats } from './private-nats.ts';
import { logger, openMongo, openNats, uniqueName } from '../servers.ts';

let server: PrivateNats;
let mongo: MongoConnection;
let nats: EventConnection;

beforeAll(async () => {
  server = await startPrivateNats();
  [mongo, nats] = await Promise.all([openMongo(), openNats(uniqueName(), server.url)]);
  await ensureStreams(nats);
});

afterAll(async () => {
  await Promise.all([mongo.close(), nats.close()]);
  await server.stop();
});

describe('a NATS server that is killed', () => {
  it('loses no event when it is killed twice while events are published', async () => {
    const handled = new Map<string, number>();
    const relay = openRelay(mongo.db, nats);
    await ensureConsumer(nats, {
      stream,
      durable: 'test__survivor',
      message: FileUploaded,
      ackWaitMs: 1_000,
    });
    const consumer = createConsumer({
      connection: nats,
      stream,
      durable: 'test__survivor',
      message: FileUploaded,
      concurrency: 4,
      ackWaitMs: 1_000,
      metrics: new Registry(),
      logger,
      handle: ({ value }) => void handled.set(value.fileId, (handled.get(value.fileId) ?? 0) + 1),
    });
    relay.start();
    consumer.start();
    const texts: string[] = [];
    const write = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const text = texts.length.toString();
        texts.push(text);
        await appendNotes(mongo.db, `note-${text}`, text);
        relay.notify('notes', `note-${text}`);
      }
    };

    for (const round of [1, 2]) {
      const writing = write(200);
      await expect.poll(() => handled.size).toBeGreaterThan(round * 300 - 250);
      await server.kill();
      await expect.poll(() => nats.isConnected()).toBe(false);
      await writing;
      await write(100);
      expect(await countPending(mongo.db)).toBeGreaterThan(0);
      await server.restart();
    }

    await expect.poll(() => handled.size).toBe(600);
    await expect.poll(() => countPending(mongo.db)).toBe(0);
    expect(nats.disconnectedMs()).toBe(0);
    await Promise.all([relay.stop(), consumer.stop()]);
  });

  it('makes clients call their reconnect listeners, since broadcasts were lost', async () => {
    let reconnects = 0;
    const stopListening = nats.onReconnect(() => {
      reconnects += 1;
    });
    await server.kill();
    await expect.poll(() => nats.isConnected()).toBe(false);
    await expect.poll(() => nats.disconnectedMs()).toBeGreaterThan(0);
    await server.restart();
    await expect.poll(() => reconnects).toBe(1);
    expect(nats.isConnected()).toBe(true);
    stopListening();
  });

  it('does not delay closing the connection', async () => {
    const other = await openNats(uniqueName(), server.url);
    await server.kill();
    await expect.poll(() => other.isConnected()).toBe(false);
    await other.close();
    expect(other.nc.isClosed()).toBe(true);
    await server.restart();
  });
});

describe('an unreachable NATS server', () => {
  it('is named in the error, without credentials', async () => {
    const url = 'nats://user:secret@127.0.0.1:1';
    const error: unknown = await connectNats({ url, name: 'test', logger, connectTimeoutMs: 0 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(NatsUnavailableError);
    expect(String(error)).toContain('127.0.0.1:1');
    expect(String(error)).not.toContain('secret');
  });
});
