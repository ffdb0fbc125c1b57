import { DomainError } from '@assay/chassis/errors';
import { Project } from '@assay/proto/projects/v1/project';
import { Upload, UploadPart } from '@assay/proto/files/v1/upload';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { refuseUpload, startUploadListener, storeUploadPart } from './upload-listener.ts';
import type { UploadListener } from './upload-listener.ts';

let listener: UploadListener;
let gateway: TestGateway;
const uploads = `/v2/projects/${sampled(Project).id}/uploads`;
const upload = `${uploads}/${sampled(Upload).uploadId}`;
const parts = `${upload}/parts`;
const headers = { 'x-api-key': apiKey };

beforeAll(async () => {
  listener = await startUploadListener();
  gateway = await startTestGateway({ PROJECTS_FILES_UPLOAD_URL: listener.url });
});
afterAll(async () => {
  await gateway.stop();
  await listener.stop();
});

function put(path: string, init: RequestInit = {}): Promise<Response> {
  return gateway.fetch(path, { method: 'PUT', headers, body: new Uint8Array(2_000_000), ...init });
}

it.each(['application/octet-stream', 'video/mp4', 'application/json', undefined])(
  'a part reaches the listener byte for byte, sent as %s',
  async (contentType) => {
    let seen: Buffer | undefined;
    listener.receive = storeUploadPart(sampled(UploadPart), (body) => (seen = body));
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    const body = Buffer.alloc(2_000_000, 'ab');
    const response = await put(`${parts}/1`, { body, headers: { ...headers, ...type } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ...sampled(UploadPart) });
    expect(seen?.equals(body)).toBe(true);
  },
);

it('a part that the listener refuses is refused as by any rpc', async () => {
  const details = { state: 'completing', allowed: ['open'] };
  listener.receive = refuseUpload(
    new DomainError(
      'FAILED_PRECONDITION',
      'UPLOAD_STATE',
      'The upload is being completed. Wait for its file.',
      { details },
    ),
  );
  const response = await put(`${parts}/1`);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: { code: 'INVALID_STATE', details } });
});

it('a part of what cannot be an upload or have that number never reaches the listener', async () => {
  let hasReached = false;
  listener.receive = () => (hasReached = true);
  const answers = [
    await put(`${uploads}/..%2fother/parts/1`),
    await put(`${parts}/0`),
    await put(`${parts}/one`),
    await put(`${parts}/1%2f..%2f2`),
    await put(`${parts}/1`, { body: null }),
    await put(`${parts}/1`, { headers: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400, 400, 401]);
  expect(hasReached).toBe(false);
});

it('an upload is begun, read, completed and ended over rpcs, and its links are for programs inside', async () => {
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'a.mp4', mimeType: 'video/mp4', size: 10 });
  const begun = await gateway.fetch(uploads, { method: 'POST', headers: json, body });
  expect(begun.status).toBe(201);
  const { uploadId, partSize } = sampled(Upload);
  expect(await begun.json()).toMatchObject({ uploadId, partSize });
  const read = await gateway.fetch(upload, { headers });
  expect(await read.json()).not.toHaveProperty('links');
  const withLinks = JSON.stringify({ name: 'a.mp4', mimeType: 'video/mp4', size: 10, withLinks: true });
  expect((await gateway.fetch(uploads, { method: 'POST', headers: json, body: withLinks })).status).toBe(400);
  const sha256 = JSON.stringify({ sha256: 'ab'.repeat(32) });
  const completed = await gateway.fetch(`${upload}/complete`, {
    method: 'POST',
    headers: json,
    body: sha256,
  });
  expect(completed.status).toBe(201);
  expect((await gateway.fetch(upload, { method: 'DELETE', headers })).status).toBe(204);
});
