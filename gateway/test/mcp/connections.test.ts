import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiKey } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let server: Server;
let gateway: TestGateway;
let connections = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gateway = await startTestGateway({ MCP_ENDPOINT_URL: `http://127.0.0.1:${String(port)}` });
});
afterAll(async () => {
  vi.useRealTimers();
  await gateway.stop();
  server.closeAllConnections();
  server.close();
});

const send = () => gateway.fetch('/v2/mcp', { method: 'POST', body: '{}', headers: { 'x-api-key': apiKey } });

it('keeps a connection to mcp for half a minute, so that a replica that was added later gets its share', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const began = Date.now();
  const counts: number[] = [];
  // The load never pauses, so the connection is never idle for long.
  for (let seconds = 0; seconds <= 65; seconds += 1) {
    vi.setSystemTime(began + seconds * 1_000);
    expect((await send()).status).toBe(200);
    counts.push(connections);
  }
  expect([counts[0], counts[29], counts[35], counts[65]]).toEqual([1, 1, 2, 3]);
});
