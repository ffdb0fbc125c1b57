import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { fromStatus } from '@assay/chassis/grpc/contract/status';
import { Status } from '@assay/proto/google/rpc/status';
import { createRandom } from '@assay/test-kit/seeded-random';
import { closing, multipartType, partHeader, videoStart } from '../content.ts';
import { startHostile } from './hostile-process.ts';
import type { HostileProcess } from './hostile-process.ts';
import { announced, begin, partSize } from './parts.ts';

const mebibyte = 2 ** 20;
const seed = 14;
const cuts = 40;
let hostile: HostileProcess;
beforeAll(async () => {
  hostile = await startHostile({ UPLOAD_IDLE_TIMEOUT_MS: '2000' });
  for (let warmUps = 0; warmUps < 5; warmUps += 1) await hostile.expectWell();
});
afterAll(() => hostile.stop());

const header = partHeader(
  'Content-Disposition: form-data; name="file"; filename="a.mp4"',
  'Content-Type: video/mp4',
);
/** More than one part of an object, so that some of it is in the storage before all of it has come. */
const video = Buffer.concat([header, videoStart(), Buffer.alloc(7 * mebibyte, 1), closing]);

/** A request as bytes. */
async function requestOf(
  call: OutgoingCall,
  { method = 'POST', path, body, length = body.byteLength }: RawRequest,
): Promise<Buffer> {
  const own = await hostile.uploader.headers(call);
  const headers = { host: 'x', ...multipartType, ...own, 'content-length': String(length) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body]);
}

interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly body: Buffer;
  /** What is said of the length of the body. */
  readonly length?: number;
}

async function open(): Promise<Socket> {
  const [host, port] = (hostile.service.uploadAddress ?? '').split(':');
  const socket = connect({ host: host ?? '', port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes and reads the first answer. Heartbeats come before it. */
async function answerTo(request: Buffer) {
  const socket = await open();
  socket.write(request);
  let answer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    answer = Buffer.concat([answer, chunk]);
    let head = answer.indexOf('\r\n\r\n');
    while (head !== -1 && answer.toString('latin1', 9, 12) === '102') {
      answer = answer.subarray(head + 4);
      head = answer.indexOf('\r\n\r\n');
    }
    const length = Number(/content-length: (\d+)/iu.exec(answer.toString('latin1'))?.[1]);
    if (head === -1 || answer.byteLength < head + 4 + length) continue;
    const status = Number(answer.toString('latin1', 9, 12));
    return { status, error: fromStatus(Status.decode(answer.subarray(head + 4, head + 4 + length))) };
  }
  throw new Error(`no answer: ${answer.toString('latin1')}`);
}

/** Sends the beginning of a request and goes away, politely or not. */
async function cutOff(request: Buffer, bytes: number, isPolite: boolean): Promise<void> {
  const socket = await open();
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
    socket.write(request.subarray(0, bytes), () => {
      if (isPolite) socket.end();
      else socket.resetAndDestroy();
    });
    socket.resume();
  });
}

const filesOf = (projectId: string): string => `/v2/projects/${projectId}/files`;

describe('an upload whose length is a lie', () => {
  it('is malformed where less was announced than the file has', async () => {
    const { call, projectId } = await hostile.caller();
    const body = video.subarray(0, 6 * mebibyte);
    const request = await requestOf(call, { path: filesOf(projectId), body });
    expect(await answerTo(request)).toMatchObject({
      status: 400,
      error: { status: 'INVALID_ARGUMENT', reason: 'MALFORMED_MULTIPART' },
    });
    await hostile.expectNothing(call.organizationId);
  });

  it('is waited for no longer than for any client that hangs where more was announced', async () => {
    const { call, projectId } = await hostile.caller();
    const body = video.subarray(0, -closing.byteLength);
    const request = await requestOf(call, { path: filesOf(projectId), body, length: 10 * mebibyte });
    expect(await answerTo(request)).toMatchObject({
      status: 408,
      error: { status: 'DEADLINE_EXCEEDED', reason: 'UPLOAD_TIMEOUT' },
    });
    await hostile.expectNothing(call.organizationId);
  });
});

it(`uploads whose clients go away after any number of bytes leave nothing (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const { call, projectId } = await hostile.caller();
  const request = await requestOf(call, { path: filesOf(projectId), body: video });
  const rest = Array.from({ length: cuts }, () => [
    random.below(request.byteLength - 1) + 1,
    random.below(2),
  ]);
  const work = async (): Promise<void> => {
    for (let cut = rest.pop(); cut !== undefined; cut = rest.pop()) {
      await cutOff(request, cut[0] ?? 1, cut[1] === 1);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  await expect(hostile.expectNothing(call.organizationId)).resolves.toBeUndefined();
  await hostile.expectWell();
});

it(`parts whose clients go away after any number of bytes are not there (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const { call, projectId } = await hostile.caller();
  const place = await begin(hostile.running, call, announced(projectId, 2 * partSize));
  const path = `/v2/projects/${projectId}/uploads/${place.uploadId}/parts/1`;
  const body = Buffer.concat([videoStart(), Buffer.alloc(partSize - 32, 1)]);
  const request = await requestOf(call, { method: 'PUT', path, body });
  for (let cut = 0; cut < 10; cut += 1) {
    await cutOff(request, random.below(request.byteLength - 1) + 1, random.below(2) === 1);
  }
  const { upload } = await hostile.running.uploads.getUpload(call, { ...place, withLinks: false });
  expect(upload?.parts).toEqual([]);
  await hostile.running.uploads.abortUpload(call, place);
  await hostile.expectNothing(call.organizationId);
});

it.skipIf(!existsSync('/proc/self/status'))('none of it stays in memory', async () => {
  await hostile.expectWell();
  const before = await hostile.service.residentBytes();
  const { call, projectId } = await hostile.caller();
  const request = await requestOf(call, { path: filesOf(projectId), body: video });
  for (let sent = 0; sent < 40; sent += 1) await cutOff(request, request.byteLength - 100, sent % 2 === 0);
  await hostile.expectNothing(call.organizationId);
  expect((await hostile.service.residentBytes()) - before).toBeLessThan(64 * mebibyte);
});
