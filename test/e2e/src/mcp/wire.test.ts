import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { McpAnswer } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;

beforeAll(async () => {
  platform = await joinPlatform();
});
afterAll(async () => {
  await platform.stop();
});

const send = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${platform.baseUrl}/v2/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': platform.apiKey, ...headers },
    body,
  });
const readJson = (response: Response) => response.json() as Promise<McpAnswer['body']>;
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const initialize = (protocolVersion: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });

describe('the wire of the MCP endpoint', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('agrees on a version: %s is answered with %s', async (requested, agreed) => {
    const response = await send(initialize(requested));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(response.headers.has('mcp-session-id')).toBe(false);
    const { result } = await readJson(response);
    expect(result).toMatchObject({
      protocolVersion: agreed,
      serverInfo: { name: 'assay' },
    });
    expect(result.capabilities).toEqual({ tools: {}, resources: {} });
  });

  it('answers ping, and accepts notifications without an answer', async () => {
    expect(await (await send(ping)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const notified = await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    expect([notified.status, await notified.text()]).toEqual([202, '']);
  });

  it('discovers itself without state, and says how long lists may be kept', async () => {
    const mcp = createMcpClient(platform.baseUrl, '2026-07-28', { 'x-api-key': platform.apiKey });
    const { status, body } = await mcp.request('server/discover');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ resultType: 'complete', supportedVersions: ['2026-07-28'] });
    const listed = await mcp.request('tools/list');
    expect(listed.body.result).toMatchObject({
      resultType: 'complete',
      ttlMs: 60_000,
      cacheScope: 'private',
    });
    const unknown = await mcp.request('tools/none');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, -32_601]);
    const listening = await mcp.request('subscriptions/listen', { notifications: {} });
    expect([listening.status, listening.body.error.code]).toEqual([404, -32_601]);
  });

  it('compares the headers of 2026-07-28 with the body', async () => {
    const mcp = createMcpClient(platform.baseUrl, '2026-07-28', { 'x-api-key': platform.apiKey });
    const other = await mcp.request('tools/list', {}, { 'mcp-method': 'tools/call' });
    expect([other.status, other.body.error.code]).toEqual([400, -32_020]);
    const named = await mcp.request('tools/call', { name: 'get_project' }, { 'mcp-name': 'list_projects' });
    expect([named.status, named.body.error.code]).toEqual([400, -32_020]);
  });

  it('refuses what is no message of JSON-RPC', async () => {
    const refused = async (body: string) => {
      const response = await send(body);
      return [response.status, (await readJson(response)).error.code];
    };
    expect(await refused('{')).toEqual([400, -32_700]);
    expect(await refused(`[${ping}]`)).toEqual([400, -32_600]);
    expect(await refused('1')).toEqual([400, -32_600]);
    expect(await refused(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([400, -32_600]);
    expect(await refused(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual([400, -32_600]);
    expect(await refused(`"${'a'.repeat(1_048_577)}"`)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('tells a client without a key which issuer gives tokens', async () => {
    const refused = await send(ping, { 'x-api-key': '' });
    const url = /^Bearer resource_metadata="(.+)"$/u.exec(refused.headers.get('www-authenticate') ?? '')?.[1];
    expect(url).toBe(`${platform.baseUrl}/.well-known/oauth-protected-resource`);
    const metadata = await readJson(await fetch(url ?? ''));
    expect(metadata).toMatchObject({
      resource: `${platform.baseUrl}/v2/mcp`,
      bearer_methods_supported: ['header'],
    });
    const { issuer } = await readJson(
      await fetch(`${metadata.authorization_servers[0]}/.well-known/openid-configuration`),
    );
    expect(metadata.authorization_servers).toEqual([issuer]);
    const token = await platform.issuer.accessToken('agent@mcp.example');
    expect((await send(ping, { 'x-api-key': '', authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('takes an API key as a bearer, for clients that can send nothing else', async () => {
    const authorization = `Bearer ${platform.apiKey}`;
    expect((await send(ping, { 'x-api-key': '', authorization })).status).toBe(200);
    const refused = await send(ping, { 'x-api-key': '', authorization: 'Bearer assay_none' });
    const { error } = await readJson(refused);
    expect([refused.status, error.message]).toEqual([401, expect.stringContaining('X-API-Key')]);
  });

  it('refuses before JSON-RPC as REST does', async () => {
    const refused = async (headers: Readonly<Record<string, string>>) => {
      const response = await send(ping, headers);
      return [response.status, (await readJson(response)).error.code];
    };
    expect(await refused({ 'x-api-key': '' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await refused({ 'x-api-key': 'none' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await refused({ 'x-organization-id': 'v9k2m4x7q1r8t5w3y6z0a2b4' })).toEqual([404, 'NOT_FOUND']);
    expect(await refused({ origin: 'https://elsewhere.example' })).toEqual([403, 'FORBIDDEN']);
    expect((await send(ping, { origin: platform.baseUrl })).status).toBe(200);
    expect(await refused({ 'content-type': 'text/plain' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${platform.baseUrl}/v2/mcp`, {
        method,
        headers: { 'x-api-key': platform.apiKey },
      });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});
