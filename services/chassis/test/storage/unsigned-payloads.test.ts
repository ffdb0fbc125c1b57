import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createObjectStorage } from '../../src/storage/object-storage.ts';

const hashes: (string | string[] | undefined)[] = [];
const server = createServer((request, response) => {
  hashes.push(request.headers['x-amz-content-sha256']);
  request.resume().on('end', () => response.writeHead(200, { etag: '"a"' }).end());
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

it('uploads content without hashing it for the signature', async () => {
  const { port } = server.address() as AddressInfo;
  const place = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'b' };
  const storage = createObjectStorage({ ...place, accessKeyId: 'a', secretAccessKey: 'k' });
  await storage.put('a', Buffer.from('bytes'), { contentType: 'text/plain' });
  await storage.multipart.putPart({ storageKey: 'a', multipartId: 'm' }, 1, Buffer.from('bytes'));
  await storage.remove('a');
  storage.close();
  expect(hashes).toEqual(['UNSIGNED-PAYLOAD', 'UNSIGNED-PAYLOAD', expect.stringMatching(/^[\da-f]{64}$/u)]);
});
