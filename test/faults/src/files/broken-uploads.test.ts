/** Clients break off uploads through the gateway at random; nothing of their files stays. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openStoreroom } from './leftovers.ts';

const seed = Number(process.env['SEED'] ?? 14);
const cuts = 40;
const patience = { timeout: 120_000, interval: 200 };
let platform: LaunchedPlatform;

beforeAll(async () => {
  platform = await launchPlatform({ servers: inject('servers') });
});
afterAll(() => platform.stop());

/** A video of which some is in the storage before all of it has come. */
function requestTo(path: string): Buffer {
  const opening = [
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a.mp4"',
    'Content-Type: video/mp4',
  ];
  const body = Buffer.concat([
    Buffer.from([...opening, '', ''].join('\r\n')),
    Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1'),
    Buffer.alloc(7 * 2 ** 20, 1),
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: assay',
    `X-API-Key: ${platform.apiKey}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${body.byteLength}`,
  ];
  return Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), body]);
}

/** Sends the beginning of a request and goes away, politely or not. */
async function cutOff(bytes: Buffer, isPolite: boolean): Promise<void> {
  const { hostname, port } = new URL(platform.baseUrl);
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  socket.on('error', () => undefined).resume();
  socket.write(bytes, () => {
    if (isPolite) socket.end();
    else socket.resetAndDestroy();
  });
  await closed;
}

it(`clients that go away after any number of bytes leave neither objects nor used room after a sweep (seed ${seed})`, async () => {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Broken' });
  const request = requestTo(`/v2/projects/${String(project.id)}/files`);
  const random = createRandom(seed);
  for (let cut = 0; cut < cuts; cut += 1) {
    await cutOff(request.subarray(0, random.below(request.byteLength - 1) + 1), random.below(2) === 1);
  }
  const storeroom = await openStoreroom(platform.layout);
  const isOurs = (key: string): boolean => key.includes(String(project.id));
  const left = async () => {
    const { keys, incompleteKeys, uploads, usedBytes } = await storeroom.look();
    return { stored: [...keys, ...incompleteKeys].filter(isOurs).length, uploads, usedBytes };
  };
  // The storage may still be at what broke off when it is told to discard it: then a sweep does, with which whoever starts begins.
  await storeroom.ageUploads();
  await platform.processes['projects-files'].restart();
  await expect.poll(left, patience).toEqual({ stored: 0, uploads: 0, usedBytes: 0 });
  await storeroom.close();
  const { status } = await rest.upload(project.id, {
    name: 'a.txt',
    type: 'text/plain',
    bytes: Buffer.from('Still there.'),
  });
  expect(status).toBe(201);
});
