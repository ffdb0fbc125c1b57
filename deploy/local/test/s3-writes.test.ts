import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { startGuardian } from '../src/processes/guardian.ts';
import type { Guardian } from '../src/processes/guardian.ts';
import { startServers } from '../src/servers/start-servers.ts';
import type { RunningServers } from '../src/servers/start-servers.ts';

const contentLength = 2 ** 20;
const begun = randomUUID();
const listed = randomUUID();
const old = randomUUID();
const emptied = randomUUID();
const ids = { begun, listed, old, emptied };

describe('the S3 server of this machine', () => {
  let stateDir: string;
  let guardian: Guardian;
  let servers: RunningServers;
  let client: S3Client;
  let bucket: { readonly Bucket: string };
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'assay-s3-'));
    guardian = startGuardian();
    const config = readConfig();
    const { mongodb, nats, redis } = inject('servers');
    const others = { mongodbUri: mongodb.uri, natsUrl: nats.url, redisUrl: redis?.url };
    servers = await startServers({
      config: { ...config, external: { ...config.external, ...others, s3: undefined } },
      mode: 'persistent',
      stateDir,
      guardian,
      onProgress: () => undefined,
    });
    const { endpoint, region, accessKeyId, secretAccessKey } = servers.s3;
    bucket = { Bucket: servers.s3.bucket };
    client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }, 600_000);
  afterAll(async () => {
    client.destroy();
    await servers.stop();
    guardian.close();
    await rm(stateDir, { recursive: true, force: true });
  });

  /** Sends half of an object and half of a part, and stays there; `breakOff` closes both connections. */
  async function beginWrites() {
    const upload = { ...bucket, Key: 'o/p/part' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
    const part = { ...upload, UploadId, PartNumber: 1 };
    const abort = new AbortController();
    const bodies = [halfSent(), halfSent()];
    const [object, content] = bodies.map((body) => ({ Body: body, ContentLength: contentLength }));
    const put = new PutObjectCommand({ ...bucket, Key: 'o/p/whole', ...object });
    const ended = Promise.allSettled([
      client.send(put, { abortSignal: abort.signal }),
      client.send(new UploadPartCommand({ ...part, ...content }), { abortSignal: abort.signal }),
    ]);
    await Promise.all(bodies.map((body) => once(body, 'drain')));
    return {
      part,
      breakOff: async () => {
        abort.abort();
        await ended;
      },
    };
  }

  /** What is there besides the upload that was begun. */
  async function listAll(part: { readonly Key: string; readonly UploadId: string | undefined }) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ ...bucket, Prefix: 'o/' }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    const { Parts = [] } = await client.send(new ListPartsCommand({ ...bucket, ...part }));
    return { objects: Contents.length, uploads: Uploads.length, parts: Parts.length };
  }

  const nothing = { objects: 0, uploads: 1, parts: 0 };

  it('keeps nothing of what breaks off', async () => {
    const { part, breakOff } = await beginWrites();
    await breakOff();
    await vi.waitFor(async () => {
      expect(await listAll(part)).toEqual(nothing);
    });
    await client.send(new AbortMultipartUploadCommand(part));
  });

  it('keeps nothing of what it was writing when it was killed', async () => {
    const { part, breakOff } = await beginWrites();
    await servers.processes.s3?.kill();
    await breakOff();
    await servers.processes.s3?.restart();
    expect(await listAll(part)).toEqual(nothing);
    await client.send(new AbortMultipartUploadCommand(part));
  });

  it('lists and aborts while something is being written beside it', async () => {
    const { part, breakOff } = await beginWrites();
    expect(await listAll(part)).toEqual(nothing);
    await client.send(new AbortMultipartUploadCommand(part));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    expect(Uploads).toEqual([]);
    await breakOff();
  });

  it.each(['aborted', 'completed'] as const)(
    'keeps no part that ends after its upload was %s',
    async (end) => {
      const upload = { ...bucket, Key: `l/p/${end}` };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
      const part = { ...upload, UploadId, PartNumber: 1 };
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: Buffer.from('whole') }));
      const late = halfSent();
      const content = { Body: late, ContentLength: contentLength };
      const sent = client.send(new UploadPartCommand({ ...part, PartNumber: 2, ...content }));
      sent.catch(() => undefined);
      await once(late, 'drain');
      if (end === 'aborted') await client.send(new AbortMultipartUploadCommand(part));
      else {
        const made = { MultipartUpload: { Parts: [{ ETag, PartNumber: 1 }] } };
        await client.send(new CompleteMultipartUploadCommand({ ...part, ...made }));
      }
      late.end(Buffer.alloc(contentLength / 2));
      await expect(sent).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
      const whole = end === 'aborted' ? [] : ['assay/l/p/completed'];
      expect((await filesOf('assay')).filter((name) => name.includes(end))).toEqual(whole);
    },
  );

  it('lists all there is while others come and go', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `m/p/${index.toString().padStart(2, '0')}`);
    const put = (key: string) => client.send(new PutObjectCommand({ ...bucket, Key: key, Body: 'x' }));
    await Promise.all(keys.map(put));
    let isOver = false;
    const come = async (key: string): Promise<void> => {
      while (!isOver) {
        await put(key);
        await client.send(new DeleteObjectCommand({ ...bucket, Key: key }));
      }
    };
    const others = ['m/p/005', 'm/p/305', 'm/q/1', 'm/q/2'].map(come);
    for (let time = 0; time < 40; time += 1) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ ...bucket, Prefix: 'm/p/' }));
      const found = new Set(Contents.map(({ Key }) => Key));
      expect(keys.filter((key) => !found.has(key))).toEqual([]);
    }
    isOver = true;
    await Promise.all(others);
  });

  it('finds no half of an upload when it was killed while it began, completed or aborted one', async () => {
    const folder = join(stateDir, 'data/s3/objects/assay');
    const newUpload = async (key: string) => {
      const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ ...bucket, Key: key }));
      const part = { ...bucket, Key: key, UploadId, PartNumber: 1 };
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: key }));
      return { ...part, ETag };
    };
    const whole = await newUpload('k/p/whole');
    const older = await newUpload('k/p/older');
    const aborted = await newUpload('k/p/aborted');
    const completed = await newUpload('k/p/completed');
    const { ETag, ...joined } = completed;
    const made = { MultipartUpload: { Parts: [{ ETag, PartNumber: 1 }] } };
    await client.send(new CompleteMultipartUploadCommand({ ...joined, ...made }));
    await servers.processes.s3?.kill();
    // What is left when it dies between two of its steps: as recorded by tests that kill it.
    const metadata = (id: string) => join(folder, `.s3proxy-mpu-stub-${id}`);
    const stub = (id: string, key: string) => join(folder, `.mpus-${id}-${key}-stub`);
    await rm(metadata(aborted.UploadId));
    // As a version before named it.
    await rename(metadata(older.UploadId), join(folder, older.UploadId));
    await writeFile(metadata(ids.begun), '');
    await writeFile(join(folder, ids.old), '');
    await mkdir(dirname(stub(ids.listed, 'k/p/listed')), { recursive: true });
    await writeFile(stub(ids.listed, 'k/p/listed'), '');
    await mkdir(join(folder, `.mpus-${ids.emptied}-k`));
    await servers.processes.s3?.restart();

    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    expect(Uploads.map(({ Key }) => Key)).toEqual(expect.arrayContaining(['k/p/older', 'k/p/whole']));
    expect(Uploads).toHaveLength(2);
    const left = (await filesOf('assay')).filter((name) => /k\/p|stub|mpus|-/u.test(name));
    const isOpen = (name: string) => [whole, older].some(({ UploadId: id }) => name.includes(id));
    expect(left.filter((name) => !isOpen(name))).toEqual(['assay/k/p/completed']);
    for (const upload of [whole, older]) {
      const { Parts = [] } = await client.send(new ListPartsCommand(upload));
      expect(Parts).toHaveLength(1);
      await client.send(new AbortMultipartUploadCommand(upload));
    }
    expect((await filesOf('assay')).filter(isOpen)).toEqual([]);
  });

  /** Of all files in the folder of the server, under one of its buckets. */
  async function filesOf(name: string): Promise<string[]> {
    const objects = join(stateDir, 'data/s3/objects');
    const entries = await readdir(join(objects, name), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(objects, join(entry.parentPath, entry.name)));
  }
});

/** A body of which half is there, and more is waited for. */
function halfSent(): PassThrough {
  const body = new PassThrough({ highWaterMark: contentLength / 4 });
  body.write(Buffer.alloc(contentLength / 2));
  return body;
}
