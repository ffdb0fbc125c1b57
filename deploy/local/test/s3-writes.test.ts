import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
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
      config: { ...config, given: { ...config.given, ...others, s3: undefined } },
      mode: 'persistent',
      stateDir,
      guardian,
      onProgress: () => undefined,
    });
    const { endpoint, region, accessKeyId, secretAccessKey } = servers.s3;
    bucket = { Bucket: servers.s3.bucket };
    client = new S3Client({
      ...{ endpoint, region, forcePathStyle: true, maxAttempts: 1 },
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
    }, 60_000);
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
});

/** A body of which half is there, and more is waited for. */
function halfSent(): PassThrough {
  const body = new PassThrough({ highWaterMark: contentLength / 4 });
  body.write(Buffer.alloc(contentLength / 2));
  return body;
}
