import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObjectStorage, ObjectNotFoundError } from '../../src/storage/object-storage.ts';
import type { ObjectStorage } from '../../src/storage/object-storage.ts';
import { servers, uniqueName } from '../servers.ts';

const bucket = uniqueName();
const mebibyte = 1024 * 1024;
const octets = { contentType: 'application/octet-stream' };
let storage: ObjectStorage;
let inspector: S3Client;

beforeAll(async () => {
  storage = createObjectStorage({ ...servers.s3, bucket });
  const { endpoint, region, accessKeyId, secretAccessKey } = servers.s3;
  const credentials = { accessKeyId, secretAccessKey };
  inspector = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await storage.ensureBucket();
});

afterAll(() => {
  storage.close();
  inspector.destroy();
});

const chunkBytes = 60_000;

/** Streams `sizeBytes` bytes in chunks that differ from their neighbours. Ends, or fails with `failure`. */
function source(sizeBytes: number, failure?: Error, onRead?: (bytes: number) => void): Readable {
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < sizeBytes; sent += chunkBytes) {
        const chunk = Buffer.alloc(Math.min(chunkBytes, sizeBytes - sent), (sent / chunkBytes) % 251);
        onRead?.(chunk.length);
        yield chunk;
      }
      if (failure !== undefined) throw failure;
    })(),
    { objectMode: false },
  );
}

function readAddress(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
}

async function incompleteUploads(): Promise<number> {
  const { Uploads = [] } = await inspector.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return Uploads.length;
}

describe('buckets', () => {
  it('ensures an existing bucket, also by several processes at once', async () => {
    await expect(Promise.all([1, 2, 3].map(() => storage.ensureBucket()))).resolves.toHaveLength(3);
    await expect(storage.ping()).resolves.toBeUndefined();
  });

  it('creates one bucket when several processes start at once', async () => {
    const fresh = createObjectStorage({ ...servers.s3, bucket: uniqueName() });
    await Promise.all([1, 2, 3, 4].map(() => fresh.ensureBucket()));
    await expect(fresh.ping()).resolves.toBeUndefined();
    fresh.close();
  });

  it('rejects a ping when the bucket is not reachable', async () => {
    const missing = createObjectStorage({ ...servers.s3, bucket: uniqueName() });
    await expect(missing.ping()).rejects.toThrow();
    missing.close();
  });
});

describe('objects', () => {
  it('returns the stored bytes', async () => {
    const { etag } = await storage.put('a/one.bin', Buffer.from('one'), octets);
    expect(await buffer(await storage.get('a/one.bin'))).toEqual(Buffer.from('one'));
    expect(await storage.head('a/one.bin')).toEqual({
      sizeBytes: 3,
      contentType: 'application/octet-stream',
      etag,
    });
  });

  it('does not find a removed object, and removes it twice without an error', async () => {
    await storage.put('a/gone.bin', Buffer.from('x'), octets);
    await storage.remove('a/gone.bin');
    await storage.remove('a/gone.bin');
    expect(await storage.head('a/gone.bin')).toBeUndefined();
    await expect(storage.get('a/gone.bin')).rejects.toThrow(ObjectNotFoundError);
  });

  it('removes all objects under a prefix, on more than one page, and no others', async () => {
    const put = (key: string) => storage.put(key, Buffer.from('x'), { contentType: 'text/plain' });
    const keys = Array.from({ length: 1_010 }, (_, index) => `many/a/${index.toString()}`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map(put));
    await put('many/b');
    expect(await storage.removeAll('many/a/')).toBe(keys.length);
    expect(await storage.removeAll('many/a/')).toBe(0);
    expect(await storage.head('many/b')).toBeDefined();
    await expect(storage.removeAll('')).rejects.toThrow('prefix');
  });

  it('leaves no file when the object does not exist', async () => {
    const filePath = join(tmpdir(), uniqueName());
    await expect(storage.download('a/missing.bin', filePath)).rejects.toThrow(ObjectNotFoundError);
    await expect(stat(filePath)).rejects.toThrow('ENOENT');
  });

  it('leaves no partial file when the connection breaks', async () => {
    const breaking = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('abc', () => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(breaking, 'listening');
    const unreliable = createObjectStorage({ ...servers.s3, bucket, endpoint: readAddress(breaking) });
    const filePath = join(tmpdir(), uniqueName());
    await expect(unreliable.download('a/one.bin', filePath)).rejects.toThrow();
    await expect(stat(filePath)).rejects.toThrow('ENOENT');
    unreliable.close();
    breaking.close();
  });

  it.each([5 * mebibyte - 1, 5 * mebibyte, 5 * mebibyte + 1, 23 * mebibyte])(
    'returns a stream of %i bytes unchanged',
    async (sizeBytes) => {
      const filePath = join(tmpdir(), uniqueName());
      await storage.upload('b/large.bin', source(sizeBytes), octets);
      await storage.download('b/large.bin', filePath);
      expect((await readFile(filePath)).equals(await buffer(source(sizeBytes)))).toBe(true);
      expect(await incompleteUploads()).toBe(0);
      await rm(filePath);
    },
  );

  it('uploads an empty stream', async () => {
    await storage.upload('b/empty.bin', Readable.from([]), octets);
    expect(await storage.head('b/empty.bin')).toMatchObject({ sizeBytes: 0 });
  });
});

describe('failed uploads', () => {
  it('of dead processes are found by prefix and age and removed', async () => {
    const command = { Bucket: bucket, ContentType: 'text/plain' };
    await inspector.send(new CreateMultipartUploadCommand({ ...command, Key: 'dead/one' }));
    await inspector.send(new CreateMultipartUploadCommand({ ...command, Key: 'alive/two' }));
    const later = new Date(Date.now() + 60_000);
    expect(await storage.abortIncompleteUploads('dead/', new Date(0))).toBe(0);
    expect(await storage.abortIncompleteUploads('dead/', later)).toBe(1);
    expect(await incompleteUploads()).toBe(1);
    expect(await storage.abortIncompleteUploads('', later)).toBe(1);
    expect(await incompleteUploads()).toBe(0);
  });

  it('read only a few parts ahead of a slow server', async () => {
    let received = 0;
    const stalling = createServer((incoming, response) => {
      if (incoming.method === 'POST')
        response.end('<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>');
      else incoming.on('data', (chunk: Buffer) => (received += chunk.length));
    }).listen(0, '127.0.0.1');
    await once(stalling, 'listening');
    const slow = createObjectStorage({ ...servers.s3, bucket, endpoint: readAddress(stalling) });
    let read = 0;
    const upload = slow.upload(
      'c/slow.bin',
      source(200 * mebibyte, undefined, (bytes) => (read += bytes)),
      octets,
    );
    await expect.poll(() => received).toBeGreaterThanOrEqual(5 * mebibyte);
    await expect.poll(() => read).toBeGreaterThanOrEqual(10 * mebibyte);
    expect(read).toBeLessThanOrEqual(16 * mebibyte);
    const outcome = upload.catch((error: unknown) => error);
    stalling.close();
    stalling.closeAllConnections();
    expect(await outcome).toBeInstanceOf(Error);
    slow.close();
  });

  it('leave neither parts nor an object when the source fails after some parts', async () => {
    const failure = new Error('the client went away');
    await expect(storage.upload('c/broken.bin', source(11 * mebibyte, failure), octets)).rejects.toThrow(
      failure,
    );
    expect(await incompleteUploads()).toBe(0);
    expect(await storage.head('c/broken.bin')).toBeUndefined();
  });

  it('leave neither parts nor an object when they are aborted', async () => {
    const aborting = new AbortController();
    const slow = Readable.from(
      (async function* () {
        yield Buffer.alloc(6 * mebibyte);
        await expect.poll(incompleteUploads).toBe(1);
        aborting.abort(new Error('too late'));
        yield Buffer.alloc(6 * mebibyte);
        await new Promise(() => undefined);
      })(),
      { objectMode: false },
    );
    const upload = storage.upload('c/aborted.bin', slow, { ...octets, signal: aborting.signal });
    await expect(upload).rejects.toThrow('too late');
    expect(await incompleteUploads()).toBe(0);
    expect(await storage.head('c/aborted.bin')).toBeUndefined();
  });
});
