import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@assay/chassis/clock';
import { createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { readConfig } from '@assay/chassis/config';
import { tokenSettings } from '@assay/chassis/settings/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let server: Server;
let gateway: TestGateway;
const received: Received[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(202, { 'content-type': 'application/json', 'x-own': 'stays inside' }).end('{"a":1}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gateway = await startTestGateway({
    MCP_ENDPOINT_URL: `http://127.0.0.1:${String(port)}`,
    MCP_ALLOWED_ORIGINS: 'https://agent.example, http://localhost:6274/',
  });
});
afterAll(async () => {
  await gateway.stop();
  server.closeAllConnections();
  server.close();
});

const send = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) =>
  gateway.fetch('/v2/mcp', { method: 'POST', body, headers: { 'x-api-key': apiKey, ...headers } });

describe('POST /v2/mcp', () => {
  it('forwards the body unread, with the caller in an internal token and without the credential', async () => {
    const bytes = new Uint8Array([0xff, 0x00, 0x7b]);
    const response = await send(bytes, {
      'content-type': 'application/json',
      'mcp-method': 'ping',
      'x-mcp-tools': 'a,b',
      'x-request-id': 'r1',
      'idempotency-key': 'k',
      'x-other': 'y',
    });
    expect([response.status, await response.text(), response.headers.get('x-own')]).toEqual([
      202,
      '{"a":1}',
      null,
    ]);
    const [{ headers, body }] = received.splice(0) as [Received];
    expect(new Uint8Array(body)).toEqual(bytes);
    expect(headers).toMatchObject({ 'mcp-method': 'ping', 'x-mcp-tools': 'a,b', 'x-request-id': 'r1' });
    for (const name of ['x-api-key', 'x-other', 'cookie']) expect(headers).not.toHaveProperty(name);
    const { internalTokenJwks } = readConfig(tokenSettings, gateway.platform.environment('gateway'));
    const verifier = createTokenVerifier(internalTokenJwks, systemClock, { service: 'mcp' });
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    expect(await verifier.verify(token)).toMatchObject({ issuer: 'gateway', actor: { kind: 'user' } });
  });

  it('counts one request for each call', async () => {
    const first = await send('{}');
    const second = await send('{}');
    const remaining = [first, second].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect((remaining[0] ?? 0) - (remaining[1] ?? 0)).toBe(1);
  });

  it('forwards nothing that it refuses', async () => {
    received.length = 0;
    const refused = [
      await send('{}', { 'x-api-key': '' }),
      await send('{}', { origin: 'https://elsewhere.example' }),
      await send('a'.repeat(1_048_577)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 413]);
    expect(received).toEqual([]);
  });

  it('accepts pages of the configured origins', async () => {
    for (const origin of ['https://agent.example', 'http://localhost:6274'])
      expect((await send('{}', { origin })).status).toBe(202);
    for (const origin of ['https://agent.example:444', 'http://agent.example', 'null'])
      expect((await send('{}', { origin })).status).toBe(403);
    const wrong = gateway.startAnother({ MCP_ALLOWED_ORIGINS: 'https://agent.example/path' });
    await expect(wrong).rejects.toThrow('MCP_ALLOWED_ORIGINS');
  });

  it('answers that it is unavailable while mcp is', async () => {
    const lonely = await gateway.startAnother({ MCP_ENDPOINT_URL: 'http://127.0.0.1:1' });
    const response = await fetch(`http://${lonely.httpAddress}/v2/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': apiKey },
    });
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true]);
    expect(await response.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  });
});
