import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { eventually } from '@assay/test-kit/eventually';
import { afterEach, describe, expect, it } from 'vitest';
import { asUnavailable } from '../../src/grpc/unavailable.ts';
import { connectMongo } from '../../src/mongo/connect.ts';
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

describe('a server that takes connections and answers nothing', () => {
  it('is one that is away, to reads and writes of MongoDB, however many wait, until it goes on', async () => {
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

  it('is one that is away, to whatever needs the object storage', async () => {
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
