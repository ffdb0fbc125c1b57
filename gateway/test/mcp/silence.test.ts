import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendHeartbeats } from '@assay/chassis/http/heartbeat';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dispatchRequest } from '../../src/endpoints/dispatch-request.ts';

const silenceMs = 1_000;
let server: Server;
let pool: Pool;
/** Answers a request. */
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port.toString()}`;
  pool = new Pool(origin, { headersTimeout: silenceMs, bodyTimeout: silenceMs });
});
afterAll(async () => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
});

const send = () => dispatchRequest(pool, { method: 'POST', path: '/', body: '{}' }, undefined);

it('a request is given up when its server falls silent', async () => {
  answer = () => undefined;
  await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
});

it('a request whose server sends heartbeats is answered, however long it takes', async () => {
  answer = (response) => {
    sendHeartbeats(response, silenceMs / 3);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    }, 3 * silenceMs);
  };
  const { status, body } = await send();
  expect([status, body.toString()]).toEqual([200, '{"a":1}']);
});
