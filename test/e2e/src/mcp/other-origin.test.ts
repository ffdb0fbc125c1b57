import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMcpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import type { McpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson } from '../browser.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
};
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

describe.skipIf(!hasBrowser)('an MCP client in a page of another origin (needs Chromium)', () => {
  let platform: SharedPlatform;
  let mcp: McpReplicas;
  let browser: Browser;
  let servers: readonly Server[];
  let allowed: string;
  let other: string;

  beforeAll(async () => {
    servers = [await servePage(), await servePage()];
    [allowed = '', other = ''] = servers.map(readOrigin);
    platform = await joinPlatform();
    const variables = { ...platform.variables, MCP_ALLOWED_ORIGINS: allowed };
    mcp = await startMcpReplicas({ ...platform, variables }, { count: 1 });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await mcp.stop();
    await platform.stop();
    for (const server of servers) server.close();
  });

  /** Sends a message from a page. Returns the status and the body, or the name of the error of the browser. */
  async function send(origin: string, message: object, key = platform.apiKey) {
    const page = await newPerson(browser);
    await page.goto(origin);
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        'x-api-key': key,
      },
      body: JSON.stringify(message),
    };
    return page.evaluate(
      ([url, init]) =>
        fetch(url, init).then(
          async (response) => ({
            status: response.status,
            body: await response.text(),
            challenge: response.headers.get('www-authenticate'),
          }),
          (error: unknown) => String(error),
        ),
      [`${mcp.baseUrl}/v2/mcp`, request] as const,
    );
  }

  it('speaks the protocol with a key if the origin is configured', async () => {
    expect(await send(allowed, initialize)).toMatchObject({
      status: 200,
      body: expect.stringContaining('"protocolVersion":"2025-11-25"'),
    });
    expect(await send(allowed, list)).toMatchObject({
      status: 200,
      body: expect.stringContaining('get_project'),
    });
  });

  it('reads why it is refused, and where tokens are issued', async () => {
    expect(await send(allowed, list, 'none')).toMatchObject({
      status: 401,
      body: expect.stringContaining('UNAUTHORIZED'),
      challenge: expect.stringContaining('resource_metadata='),
    });
  });

  it('reads nothing if the origin is not configured', async () => {
    expect(await send(other, list)).toBe('TypeError: Failed to fetch');
  });
});

/** Serves an empty page at an origin of its own. */
async function servePage(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Agent</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function readOrigin(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
