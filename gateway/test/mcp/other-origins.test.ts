import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

const page = 'https://agent.example';
const metadata = '/.well-known/oauth-protected-resource/v2/mcp';
let gateway: TestGateway;

beforeAll(async () => {
  // Nothing listens there: mcp is unavailable.
  gateway = await startTestGateway({
    MCP_ENDPOINT_URL: 'http://127.0.0.1:1',
    MCP_ALLOWED_ORIGINS: page,
    PUBLIC_URL: 'https://assay.example',
  });
});
afterAll(() => gateway.stop());

const preflight = (path: string, origin: string, method = 'POST') =>
  gateway.fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,mcp-protocol-version,x-api-key',
    },
  });
const readHeaders = ({ headers }: Response, ...names: readonly string[]) =>
  names.map((name) => headers.get(`access-control-${name}`));

describe('pages of an allowed origin', () => {
  it('may send messages with headers, also with a token, and never with a cookie', async () => {
    const response = await preflight('/v2/mcp', page);
    expect([response.status, response.headers.get('vary')]).toEqual([204, 'Origin']);
    expect(readHeaders(response, 'allow-origin', 'allow-methods', 'allow-headers')).toEqual([
      ...[page, 'POST', '*, Authorization'],
    ]);
    expect(readHeaders(response, 'max-age', 'allow-credentials')).toEqual(['7200', null]);
  });

  it('may read each answer, and the headers of an error', async () => {
    const send = (headers: Readonly<Record<string, string>>, body = '{}') =>
      gateway.fetch('/v2/mcp', { method: 'POST', body, headers: { origin: page, ...headers } });
    const answers = [
      await send({}),
      await send({ 'x-api-key': apiKey }),
      await send({ 'x-api-key': apiKey }, 'a'.repeat(1_048_577)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 503, 413]);
    for (const answer of answers) {
      expect(readHeaders(answer, 'allow-origin', 'expose-headers', 'allow-credentials')).toEqual([
        page,
        '*',
        null,
      ]);
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  it('may read which issuer gives tokens', async () => {
    expect(readHeaders(await preflight(metadata, page, 'GET'), 'allow-origin', 'allow-methods')).toEqual([
      ...[page, 'GET'],
    ]);
    const response = await gateway.fetch(metadata, { headers: { origin: page } });
    expect([response.status, ...readHeaders(response, 'allow-origin')]).toEqual([200, page]);
  });

  it('may do nothing else', async () => {
    const refused = await preflight('/v2/projects', page);
    expect([refused.status, ...readHeaders(refused, 'allow-origin')]).toEqual([405, null]);
  });
});

describe('pages of other origins', () => {
  it('are refused before they send a message', async () => {
    for (const origin of ['https://elsewhere.example', 'null', `${page}:444`]) {
      const response = await preflight('/v2/mcp', origin);
      expect([response.status, ...readHeaders(response, 'allow-origin')]).toEqual([403, null]);
    }
  });

  it('are refused everywhere while no origin is configured', async () => {
    const { httpAddress } = await gateway.startAnother({ MCP_ALLOWED_ORIGINS: '' });
    const response = await fetch(`http://${httpAddress}/v2/mcp`, {
      method: 'OPTIONS',
      headers: { origin: page },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
