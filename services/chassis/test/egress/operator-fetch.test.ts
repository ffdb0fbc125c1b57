import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorFetch } from '../../src/egress/operator-fetch.ts';

const requests: string[] = [];
const server = createServer(({ method = '', url = '' }, response) => {
  requests.push(`${method} ${url}`);
  response.writeHead(url === '/moved' ? 307 : 200, { location: '/elsewhere' }).end('answer');
});
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

it('reaches each path of the address, and follows no redirect', async () => {
  const send = createOperatorFetch([`${origin}/set`]);
  expect(await (await send(`${origin}/keys`)).text()).toBe('answer');
  const moved = await send(`${origin}/moved`, { method: 'POST', body: 'a', redirect: 'follow' });
  expect(moved.status).toBe(307);
  expect(requests.splice(0)).toEqual(['GET /keys', 'POST /moved']);
});

it('reaches no other address', async () => {
  const send = createOperatorFetch([origin]);
  const { port } = new URL(origin);
  for (const other of [
    `http://localhost:${port}`,
    'http://127.0.0.1:1',
    `https://127.0.0.1:${port}`,
    'data:,a',
  ])
    await expect(send(other)).rejects.toThrow('The settings name no address');
  expect(requests).toEqual([]);
});
