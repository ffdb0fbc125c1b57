import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { eventually } from '@assay/test-kit/eventually';
import { afterEach, describe, expect, it } from 'vitest';
import { asUnavailable } from '../../src/grpc/unavailable.ts';
import { connectMongo, MongoUnavailableError } from '../../src/mongo/connect.ts';
import { createObjectStorage } from '../../src/storage/object-storage.ts';
import { startHangingProxy } from '../hanging-proxy.ts';
import { servers, uniqueName } from '../servers.ts';

const timeoutMs = 300;
const unavailable = { status: 'UNAVAILABLE', reason: 'DEPENDENCY_UNAVAILABLE' };
const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'an answer', asUnavailable);
const ended: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

async function startProxy(address: string) {
  const proxy = await startHangingProxy(Number(new URL(address).port));
  ended.push(() => proxy.stop());
  return proxy;
}

describe('a server that accepts connections and does not answer', () => {
  it('is unavailable to many concurrent reads and writes of MongoDB, until it continues', async () => {
    const proxy = await startProxy(servers.mongodb.uri);
    const uri = `mongodb://127.0.0.1:${proxy.port.toString()}/`;
    const mongo = await connectMongo({ uri, database: uniqueName(), appName: 'test', timeoutMs });
    ended.push(() => mongo.close());
    const notes = mongo.db.collection('notes');
    await notes.insertOne({ text: 'before' });
    proxy.hang();
    const many = Array.from({ length: 150 }, () => thrownBy(notes.findOne({ text: 'before' })));
    for (const error of await Promise.all([...many, thrownBy(notes.insertOne({ text: 'meanwhile' }))])) {
      expect(error).toMatchObject(unavailable);
    }
    proxy.goOn();
    await eventually(async () => {
      expect(await notes.findOne({ text: 'before' })).toMatchObject({ text: 'before' });
    });
  });

  it('is unavailable to a start, also when only the monitoring connection is answered', async () => {
    const { port, hostname } = new URL(servers.mongodb.uri);
    let connections = 0;
    const watched = createServer((client) => {
      client.on('error', () => undefined);
      ended.push(() => client.destroy());
      connections += 1;
      // The driver opens its monitoring connection first.
      if (connections === 1) client.pipe(connect(Number(port), hostname)).pipe(client);
    });
    ended.push(() => watched.close());
    watched.listen(0, '127.0.0.1');
    await once(watched, 'listening');
    const uri = `mongodb://127.0.0.1:${(watched.address() as AddressInfo).port.toString()}/`;
    const connecting = connectMongo({ uri, database: uniqueName(), appName: 'test', timeoutMs });
    await expect(connecting).rejects.toThrow(MongoUnavailableError);
  });

  it('is unavailable to all operations of the object storage', async () => {
    const proxy = await startProxy(servers.s3.endpoint);
    const endpoint = `http://127.0.0.1:${proxy.port.toString()}`;
    const storage = createObjectStorage({ ...servers.s3, endpoint, bucket: uniqueName(), timeoutMs });
    ended.push(() => {
      storage.close();
    });
    await storage.ensureBucket();
    const bytes = Buffer.alloc(1_000);
    const type = { contentType: 'text/plain' };
    await storage.put('before', bytes, type);
    proxy.hang();
    const attempts = [
      storage.head('before'),
      storage.get('before'),
      storage.remove('another'),
      storage.put('meanwhile', bytes, type),
      storage.upload('meanwhile', Readable.from([bytes]), type),
      storage.upload('long', Readable.from([Buffer.alloc(6_000_000)]), type),
    ];
    for (const error of await Promise.all(attempts.map(thrownBy))) expect(error).toMatchObject(unavailable);
    proxy.goOn();
    await eventually(async () => {
      expect(await storage.head('before')).toMatchObject({ sizeBytes: 1_000 });
    });
  });
});
