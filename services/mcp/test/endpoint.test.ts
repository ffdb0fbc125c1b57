import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { GuestActor, ServiceActor, UserActor } from '@assay/chassis/call-context';
import { systemClock } from '@assay/chassis/clock';
import { newId } from '@assay/chassis/ids';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import type { AudienceName, ProcessName } from '@assay/proto/processes';
import { addressVariable, processes } from '@assay/proto/processes';
import { openRequest } from '@assay/test-kit/attacks/half-sent';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configFrom } from '../src/config.ts';
import { startMcp } from '../src/service.ts';
import type { RunningMcp } from '../src/service.ts';

const platform = createTestPlatform();
let mcp: RunningMcp;

beforeAll(async () => {
  // Nothing listens there: the services are unavailable.
  const addresses = processes.mcp.calls.map((name) => [addressVariable(name), '127.0.0.1:1']);
  mcp = await startMcp(
    configFrom({ ...platform.environment('mcp'), ...Object.fromEntries(addresses), CALL_TIMEOUT_MS: '2000' }),
  );
});
afterAll(async () => {
  await mcp.stop();
});

const person: UserActor = {
  kind: 'user',
  userId: newId(),
  role: Role.USER,
  credentialId: newId(),
  credentialKind: CredentialKind.API_KEY,
  modules: [],
  allowedTools: ['list_projects', 'get_project'],
};

function sign(
  issuer: ProcessName,
  {
    actor = person,
    audience = 'mcp',
  }: { actor?: UserActor | GuestActor | ServiceActor; audience?: AudienceName } = {},
): Promise<string> {
  const key = JSON.parse(platform.environment(issuer)['INTERNAL_TOKEN_KEY'] ?? '') as { kid: string };
  const signer = createTokenSigner(key, systemClock);
  return signer.sign({ actor, organizationId: newId() }, 60, { audiences: [audience] });
}

async function send(
  token: string | undefined,
  message: object,
  { path = '/v2/mcp', headers = {} }: { path?: string; headers?: Readonly<Record<string, string>> } = {},
) {
  const response = await fetch(`http://${mcp.endpointAddress}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  // Tests look into bodies field by field.
  return {
    status: response.status,
    body: (await response.json()) as Record<string, Record<string, unknown>>,
  };
}

const listing = { method: 'tools/list' };

describe('the endpoint of mcp', () => {
  it('accepts only a person whom the gateway names, for mcp', async () => {
    const refused = [
      undefined,
      'none',
      await sign('identity-org'),
      await sign('mcp'),
      await sign('gateway', { audience: 'billing' }),
      await sign('gateway', { actor: { kind: 'service', service: 'gateway' } }),
      await sign('gateway', { actor: { kind: 'guest', guestId: newId(), jobId: newId() } }),
    ];
    for (const token of refused) {
      const { status, body } = await send(token, listing);
      expect([status, body['error']?.['code']]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect((await send(await sign('gateway'), listing)).status).toBe(200);
  });

  it('lists the tools that the key of the token allows', async () => {
    const { body } = await send(await sign('gateway'), listing);
    const tools = body['result']?.['tools'] as readonly { readonly name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(['list_projects', 'get_project']);
  });

  it('lists the same for each id, but not for another caller, selection or form of the message', async () => {
    const token = await sign('gateway');
    const list = async (message: object, headers = {}, by = token) => {
      const { body } = await send(by, { ...listing, ...message }, { headers });
      const tools = (body['result']?.['tools'] ?? []) as readonly { readonly name: string }[];
      return [body['id'], ...tools.map(({ name }) => name)];
    };
    const all = ['list_projects', 'get_project'];
    for (const id of [1, 2, 'a "b"', 2]) expect(await list({ id })).toEqual([id, ...all]);
    expect(await list({}, { 'x-mcp-tools': 'get_project' })).toEqual([1, 'get_project']);
    const other = await sign('gateway', { actor: { ...person, allowedTools: [] } });
    expect(await list({}, {}, other)).toEqual([1]);
    expect(await list({})).toEqual([1, ...all]);
    const refused = await send(token, listing, { headers: { 'mcp-protocol-version': '1999-01-01' } });
    expect([refused.status, 'error' in refused.body]).toEqual([400, true]);
    expect((await send(token, { ...listing, id: null })).status).toBe(400);
  });

  it('answers a retryable error within the deadline while a service is unavailable', async () => {
    const params = { name: 'list_projects', arguments: {} };
    const { status, body } = await send(await sign('gateway'), { method: 'tools/call', params });
    expect([status, body['result']?.['isError']]).toEqual([200, true]);
    const [content] = body['result']?.['content'] as readonly { readonly text: string }[];
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  });

  it('sends heartbeats until it answers, since the gateway gives up a silent request', async () => {
    const silent = createServer((socket) => socket.unref()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port.toString()}`;
    const services = processes.mcp.calls.map((name) => [addressVariable(name), address]);
    const environment = { ...platform.environment('mcp'), ...Object.fromEntries(services) };
    const config = configFrom({ ...environment, CALL_TIMEOUT_MS: '1500' });
    const waiting = await startMcp(config, { heartbeatMs: 200 });
    const sent = httpRequest(`http://${waiting.endpointAddress}/v2/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await sign('gateway')}` },
    });
    const beats: number[] = [];
    sent.on('information', ({ statusCode }) => beats.push(statusCode));
    const params = { name: 'list_projects', arguments: {} };
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { result } = (await json(response)) as { readonly result: { readonly isError: boolean } };
    expect([response.statusCode, result.isError]).toEqual([200, true]);
    expect(beats.length).toBeGreaterThanOrEqual(3);
    expect(new Set(beats)).toEqual(new Set([102]));
    await waiting.stop();
    silent.close();
  });

  it('has one address', async () => {
    expect((await send(await sign('gateway'), listing, { path: '/v2/other' })).status).toBe(404);
    const response = await fetch(`http://${mcp.endpointAddress}/v2/mcp`);
    expect(response.status).toBe(405);
  });
});

describe('500 half-sent messages', () => {
  it('of one caller get no more memory than its share, and others are served', async () => {
    const headers = { authorization: `Bearer ${await sign('gateway')}`, 'content-type': 'application/json' };
    const bytes = 999_000;
    const opened = Array.from({ length: 500 }, () =>
      openRequest(`http://${mcp.endpointAddress}`, {
        path: '/v2/mcp',
        headers: { ...headers, 'content-length': bytes.toString() },
      }),
    );
    const refused = opened.slice(-400);
    await expect.poll(() => refused.every((request) => request.hasEnded())).toBe(true);
    expect(await refused[0]?.answer()).toMatchObject({ status: 429, retryAfter: '1' });
    expect(
      (await send(await sign('gateway', { actor: { ...person, credentialId: newId() } }), listing)).status,
    ).toBe(200);
    for (const request of opened) request.close();
  });
});
