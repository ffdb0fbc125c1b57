import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { callBy } from '@assay/test-kit/test-platform';
import { sweepUploads } from '../../src/domain/upload/sweep-uploads.ts';
import { image } from '../content.ts';
import { depsOf } from '../deps.ts';
import { countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import { formOf } from '../uploader.ts';
import type { Started } from '../start.ts';
import { film, hashOf, sendAll } from './parts.ts';

const hourMs = 3_600_000;
/** What was asked of the storage and is not done yet: to write an object, to join the parts of one. */
const held: (() => Promise<void>)[] = [];
const isHeld = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'PUT' ? url.includes('/projects/') && !url.includes('uploadId=') : isCompletion(method, url);
const isCompletion = (method = '', url: string): boolean => method === 'POST' && url.includes('uploadId=');
let storage: Server;
let running: Started;
beforeAll(async () => {
  storage = createServer((incoming, answer) => {
    void buffer(incoming).then(async (body) => {
      const carryOut = async (): Promise<void> => {
        const answered = await passOn(incoming, body);
        answer.writeHead(answered.statusCode ?? 500, answered.rawHeaders);
        answered.pipe(answer);
      };
      if (isHeld(incoming)) held.push(carryOut);
      else await carryOut();
    });
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const { port } = storage.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port.toString()}`;
  running = await start({
    ROLES: 'api',
    S3_ENDPOINT: endpoint,
    S3_TIMEOUT_MS: '300',
    UPLOAD_IDLE_TIMEOUT_MS: '300',
  });
});
afterAll(async () => {
  await running.stop();
  storage.closeAllConnections();
  storage.close();
});

/** To the storage there is, as it was signed. */
function passOn({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { hostname, port } = new URL(inject('servers').s3.endpoint);
  return new Promise((resolve, reject) => {
    const sent = send({ hostname, port, method, path: url, headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

it('an upload that the storage delays sends heartbeats to the gateway', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const { url, headers } = running.uploader;
  const form = new Response(formOf([{ bytes: await image('png') }]));
  const type = { 'content-type': form.headers.get('content-type') ?? '' };
  const sent = send(url(projectId), { method: 'POST', headers: { ...(await headers(call)), ...type } });
  let heartbeats = 0;
  sent.on('information', ({ statusCode }) => (heartbeats += Number(statusCode === 102)));
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(Buffer.from(await form.arrayBuffer()));
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(503);
  expect(heartbeats).toBeGreaterThan(1);
  for (const write of held.splice(0)) await write();
  running.clock.advance(hourMs + 60_000);
  await sweepUploads(depsOf(running));
});

it('an object that the storage writes after its upload has failed is removed by the sweeper', async () => {
  const call = callBy();
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  const answer = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  expect(answer).toMatchObject({ status: 503, error: { status: 'UNAVAILABLE' } });
  const room = () => depsOf(running).storageUse.find(organizationId);
  expect(await room()).toMatchObject({ usedBytes: 0, usedFiles: 0, reservations: [] });
  expect(held.length).toBeGreaterThan(0);
  for (const write of held.splice(0)) await write();
  expect(await countStored(running, organizationId)).toEqual({ ...nothing, uploads: 1, objects: 1 });
  running.clock.advance(hourMs + 60_000);
  expect(await sweepUploads(depsOf(running))).toBe(1);
  expect(await countStored(running, organizationId)).toEqual(nothing);
});

it('a completion goes on when its caller stops waiting, and is then answered at once', async () => {
  const call = callBy();
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  const bytes = film(1_000);
  const place = await sendAll(running, call, { projectId, bytes });
  const completion = { ...place, sha256: hashOf(bytes) };
  const begun = running.uploads.completeUpload(
    { ...call, deadline: new Date(Date.now() + 2_000) },
    completion,
  );
  begun.catch(() => undefined);
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(1);
  await expect(begun).rejects.toMatchObject({ status: 'DEADLINE_EXCEEDED' });
  for (const join of held.splice(0)) await join();
  await expect.poll(() => countStored(running, organizationId)).toEqual(oneFile);
  const { file } = await running.uploads.completeUpload(call, completion);
  expect(file).toMatchObject({ id: place.uploadId, sha256: completion.sha256 });
  expect(held).toEqual([]);
});
