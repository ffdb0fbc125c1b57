import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Project } from '@assay/proto/projects/v1/project';
import { File } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { startUploadListener, storeUpload } from './upload-listener.ts';
import type { UploadListener } from './upload-listener.ts';

const seed = 14;
const mebibyte = 2 ** 20;
const path = `/v2/projects/${sampled(Project).id}/files`;
let listener: UploadListener;
let gateway: TestGateway;

beforeAll(async () => {
  listener = await startUploadListener();
  gateway = await startTestGateway({ PROJECTS_FILES_UPLOAD_URL: listener.url });
});
afterAll(async () => {
  await gateway.stop();
  await listener.stop();
});

function buildRequest(body: Buffer, length: number, ...more: readonly string[]): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: assay',
    `X-API-Key: ${apiKey}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
    ...more,
  ];
  return Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), body]);
}

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Returns all bytes that the server sends until it closes the connection. */
async function answersTo(request: Buffer): Promise<string> {
  const socket = await open();
  let answer = '';
  socket.on('error', (error) => (answer += error.message));
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(request);
  await new Promise((closed) => socket.once('close', closed));
  return answer;
}

async function expectWell(): Promise<void> {
  listener.receive = storeUpload(sampled(File));
  const body = new FormData();
  body.set('file', new Blob(['x'], { type: 'image/jpeg' }), 'a.jpg');
  expect((await gateway.fetch(path, { method: 'POST', body })).status).toBe(201);
}

it('a mebibyte of headers is refused in the shape of every error', async () => {
  const answer = await answersTo(buildRequest(Buffer.from('x'), 1, `X-Evil: ${'a'.repeat(mebibyte)}`));
  expect(answer).toMatch(
    /^HTTP\/1.1 400 [\s\S]*\{"error":\{"code":"BAD_REQUEST"[\s\S]*"requestId":"[\w-]+"\}\}$/u,
  );
  await expectWell();
});

it('what comes after the announced length is no part of the upload and no second one', async () => {
  const bodies: string[] = [];
  listener.receive = storeUpload(sampled(File), (body) => bodies.push(body.toString()));
  const answer = await answersTo(buildRequest(Buffer.from('1234567890NONSENSE\r\n\r\n'), 10));
  expect(answer).toMatch(/HTTP\/1.1 400 [\s\S]*\{"error":\{"code":"BAD_REQUEST"/u);
  expect(['', '1234567890']).toContain(bodies.join());
  await expectWell();
});

it(`uploads whose clients go away after any number of bytes are abandoned at the listener (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const seen = { begun: 0, ended: 0, stored: 0 };
  listener.receive = (incoming) => {
    seen.begun += 1;
    incoming.on('end', () => (seen.stored += 1));
    incoming.on('close', () => (seen.ended += 1));
    incoming.on('error', () => undefined).resume();
  };
  const request = buildRequest(Buffer.alloc(3 * mebibyte, 1), 3 * mebibyte);
  for (let cut = 0; cut < 40; cut += 1) {
    const socket = await open();
    const bytes = random.below(request.byteLength - 1) + 1;
    await new Promise<void>((written) => socket.write(request.subarray(0, bytes), () => written()));
    if (cut % 2 === 0) socket.resetAndDestroy();
    else socket.end();
  }
  await eventually(() => {
    expect(seen.begun).toBeGreaterThan(0);
    expect(seen.ended).toBe(seen.begun);
  });
  expect(seen.stored).toBe(0);
  await expectWell();
});
