import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { callBy } from '@assay/test-kit/test-platform';
import { eventually } from '@assay/test-kit/eventually';
import { closing, image, multipartType, partHeader, videoStart } from '../content.ts';
import { countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start({
    UPLOAD_IDLE_TIMEOUT_MS: '3000',
    UPLOAD_MAX_IMAGE_BYTES: '100000',
    UPLOAD_MAX_VIDEO_BYTES: '20000000',
  });
});
afterAll(() => running.stop());

const caller = async (): Promise<{ call: OutgoingCall; projectId: string }> => {
  const call = callBy();
  return { call, projectId: await newProject(running, call) };
};
const fileHeader = partHeader(
  'Content-Disposition: form-data; name="file"; filename="a.mp4"',
  'Content-Type: video/mp4',
);
const mebibyte = Buffer.alloc(2 ** 20, 1);

/** A multipart body that is sent in chunks as they are asked for, without announcing its length. */
function streamed(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): RequestInit {
  return { body: ReadableStream.from(chunks), duplex: 'half', headers: multipartType };
}

/** A video whose client waits for `gate` after `count` MiB, and goes away when it rejects. */
async function* video(count: number, gate: Promise<unknown> = Promise.resolve()): AsyncGenerator<Uint8Array> {
  yield fileHeader;
  yield videoStart();
  for (let index = 0; index < count; index += 1) yield mebibyte;
  await gate;
  yield closing;
}

/** Sends what the client has until `condition` holds, then ends the connection as a killed client would. */
async function abortWhen(request: Buffer, condition: () => Promise<void>): Promise<void> {
  const { hostname, port } = new URL(running.uploader.url('x'));
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(request);
  await eventually(condition);
  socket.resetAndDestroy();
}

async function rawRequest(call: OutgoingCall, projectId: string, body: readonly Buffer[]): Promise<Buffer> {
  const headers = {
    host: 'x',
    ...multipartType,
    ...(await running.uploader.headers(call)),
    'content-length': '20000000',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { pathname } = new URL(running.uploader.url(projectId));
  return Buffer.concat([Buffer.from([`POST ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n')), ...body]);
}

describe('a file that is too large', () => {
  it('is refused while it streams, leaving nothing', async () => {
    const { call, projectId } = await caller();
    let sent = 0;
    function* endless(): Generator<Uint8Array> {
      yield* [fileHeader, videoStart()];
      for (; sent < 400; sent += 1) yield mebibyte;
    }
    const { status, error } = await running.uploader.send(call, projectId, streamed(endless()));
    expect(status).toBe(413);
    expect(error).toMatchObject({ status: 'RESOURCE_EXHAUSTED', reason: 'PAYLOAD_TOO_LARGE' });
    const { maxBytes, receivedBytes, mimeType } = error?.details ?? {};
    expect({ maxBytes, mimeType }).toEqual({ maxBytes: 20_000_000, mimeType: 'video/mp4' });
    expect(receivedBytes).toBeGreaterThan(20_000_000);
    expect(receivedBytes).toBeLessThan(22_000_000);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('is refused by its announced length before it is read', async () => {
    const { call, projectId } = await caller();
    const bytes = Buffer.concat([await image('png'), Buffer.alloc(30_000_000)]);
    const { status, error } = await running.uploader.upload(call, projectId, { bytes, type: 'image/png' });
    expect(status).toBe(413);
    expect(error?.details).toMatchObject({ maxBytes: 100_000, mimeType: 'image/png' });
    expect(error?.details?.['receivedBytes']).toBeGreaterThan(30_000_000);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('is judged by the limit of its own category', async () => {
    const { call, projectId } = await caller();
    const { status } = await running.uploader.send(call, projectId, streamed(video(1)));
    expect(status).toBe(201);
    expect(await countStored(running, call.organizationId)).toEqual(oneFile);
  });

  it('may be exactly as large as the limit, and not a byte larger', async () => {
    const { call, projectId } = await caller();
    const picture = await image('png');
    const padded = (size: number): Buffer =>
      Buffer.concat([picture, Buffer.alloc(size - picture.byteLength)]);
    const send = (size: number) => running.uploader.upload(call, projectId, { bytes: padded(size) });
    expect((await send(100_000)).status).toBe(201);
    expect((await send(100_001)).status).toBe(413);
  });
});

describe('an upload that does not arrive', () => {
  it('leaves nothing when its client goes away in the middle', async () => {
    const { call, projectId } = await caller();
    const request = await rawRequest(call, projectId, [
      fileHeader,
      videoStart(),
      ...Array.from({ length: 12 }, () => mebibyte),
    ]);
    await abortWhen(request, async () => {
      // Parts have reached the storage.
      expect((await countStored(running, call.organizationId)).incompleteUploads).toBe(1);
    });
    await eventually(async () => {
      expect(await countStored(running, call.organizationId)).toEqual(nothing);
    });
  });

  it('leaves nothing when its client goes away before the file begins', async () => {
    const { call, projectId } = await caller();
    await abortWhen(await rawRequest(call, projectId, [fileHeader]), async () => {
      expect((await countStored(running, call.organizationId)).uploads).toBe(1);
    });
    await eventually(async () => {
      expect(await countStored(running, call.organizationId)).toEqual(nothing);
    });
  });

  it('ends when its client sends nothing for a while, leaving nothing', async () => {
    const { call, projectId } = await caller();
    const { status, error } = await running.uploader.send(
      call,
      projectId,
      streamed(video(2, new Promise(() => undefined))),
    );
    expect({ status, error: error?.status, reason: error?.reason }).toEqual({
      status: 408,
      error: 'DEADLINE_EXCEEDED',
      reason: 'UPLOAD_TIMEOUT',
    });
    await eventually(async () => {
      expect(await countStored(running, call.organizationId)).toEqual(nothing);
    });
  });

  it('may pause for less than that', async () => {
    const { call, projectId } = await caller();
    const { status } = await running.uploader.send(call, projectId, streamed(video(1, pause(1_000))));
    expect(status).toBe(201);
  });
});

describe('a project', () => {
  it('that is unknown is refused before the body is read', async () => {
    const call = callBy();
    let sent = 0;
    function* endless(): Generator<Uint8Array> {
      yield* [fileHeader, videoStart()];
      for (; sent < 1_000; sent += 1) yield mebibyte;
    }
    const { status } = await running.uploader.send(call, newId(), streamed(endless()));
    expect(status).toBe(404);
    expect(sent).toBeLessThan(100);
  });

  it('that is deleted during an upload takes no file', async () => {
    const { call, projectId } = await caller();
    const gate = Promise.withResolvers<unknown>();
    const answer = running.uploader.send(call, projectId, streamed(video(1, gate.promise)));
    await eventually(async () => {
      expect((await countStored(running, call.organizationId)).uploads).toBe(1);
    });
    await running.db.collection<{ _id: string }>('projects').deleteOne({ _id: projectId });
    gate.resolve(undefined);
    expect(await answer).toMatchObject({ status: 404, error: { reason: 'PROJECT_NOT_FOUND' } });
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });
});

describe('a service that stops', () => {
  it('stores what comes on a connection that was kept', async () => {
    const stopping = await start({ ROLES: 'api' });
    const call = callBy();
    const projectId = await newProject(stopping, call);
    const bytes = await image('png');
    const send = () => stopping.uploader.upload(call, projectId, { bytes });
    expect((await send()).status).toBe(201);
    const stopped = stopping.stop();
    expect((await send()).status).toBe(201);
    await stopped;
  });

  it('lets an upload end that does so in time, and refuses the rest, leaving nothing of it', async () => {
    const stopping = await start({ ROLES: 'api', UPLOAD_DRAIN_TIMEOUT_MS: '1500' });
    const call = callBy();
    const projectId = await newProject(stopping, call);
    const gate = Promise.withResolvers<unknown>();
    const inTime = stopping.uploader.send(call, projectId, streamed(video(1, gate.promise)));
    const late = stopping.uploader.send(call, projectId, streamed(video(1, new Promise(() => undefined))));
    await eventually(async () => {
      expect((await countStored(stopping, call.organizationId)).uploads).toBe(2);
    });
    const stopped = stopping.stop();
    gate.resolve(undefined);
    expect((await inTime).status).toBe(201);
    expect(await late).toMatchObject({
      status: 503,
      error: { status: 'UNAVAILABLE', reason: 'SHUTTING_DOWN' },
    });
    await stopped;
    const { db, config } = running;
    const other = db.client.db(stopping.config.mongodbDatabase);
    expect(
      await countStored(
        { db: other, config: { ...config, s3Bucket: stopping.config.s3Bucket } },
        call.organizationId,
      ),
    ).toEqual(oneFile);
  });
});

describe('a storage that fails', () => {
  it('fails the upload, is no fault of the client, and leaves the service well', async () => {
    const broken = await start({ UPLOAD_MAX_VIDEO_BYTES: '20000000' });
    const call = callBy();
    const projectId = await newProject(broken, call);
    broken.storage.close();
    await removeBucket(broken);
    const answer = await broken.uploader.upload(call, projectId, { bytes: await image('png') });
    expect(answer).toMatchObject({ status: 500, error: { status: 'INTERNAL' } });
    expect(await broken.db.collection('files').countDocuments()).toBe(0);
    expect((await broken.projects.getProject(call, { projectId })).fileCount).toBe(0);
    await broken.stop();
  });
});

async function removeBucket({ config }: Started): Promise<void> {
  const { DeleteBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    credentials: { accessKeyId: config.s3AccessKeyId, secretAccessKey: config.s3SecretAccessKey },
    forcePathStyle: true,
  });
  await client.send(new DeleteBucketCommand({ Bucket: config.s3Bucket }));
  client.destroy();
}
