import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { requestRaw } from './request-raw.ts';
import type { RawResponse } from './request-raw.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_ANONYMOUS: '10000' });
});
afterAll(() => gateway.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  requestRaw(`${gateway.baseUrl}${path}`, { method, headers: { ...headers } });

const large = ['/v2', '/v2/js/scalar.js', '/v2/openapi.json', '/v2/llms.txt'];

async function listDeskFiles(): Promise<readonly string[]> {
  const { body } = await get('/v2/desk');
  return [...body.toString().matchAll(/"(\/v2\/desk\/[^"]+\.\w+)"/gu)].map(([, path = '']) => path);
}

describe.each(large)('%s', (path) => {
  it.each([
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is the same content when it is compressed for %s', async (accepted, coding, decompress) => {
    const plain = await get(path);
    const compressed = await get(path, { 'accept-encoding': accepted });
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect([compressed.headers['content-encoding'], compressed.headers.vary]).toEqual([
      coding,
      'Accept-Encoding',
    ]);
    expect(decompress(compressed.body).equals(plain.body)).toBe(true);
    expect(compressed.headers.etag).toBe(plain.headers.etag);
  });

  it('is revalidated before a browser uses it again, or kept for an hour', async () => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toMatch(/^public, (?:no-cache|max-age=3600)$/u);
  });
});

it('an explorer that is loaded completely takes less than 1.3 MB', async () => {
  const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const loaded: RawResponse[] = [];
  for (const path of ['/v2', '/v2/js/scalar.js', '/v2/openapi.json', '/favicon.ico'])
    loaded.push(await get(path, accepted));
  const bytes = loaded.reduce((sum, { body }) => sum + body.length, 0);
  expect(bytes).toBeLessThan(1_300_000);
});

describe('a file that a browser has already', () => {
  it('is not sent again while it is unchanged', async () => {
    for (const path of [...large, '/v2/pages/page.css', ...(await listDeskFiles())]) {
      const { headers } = await get(path, { 'accept-encoding': 'gzip' });
      const { etag = '' } = headers;
      expect([path, etag]).toEqual([path, expect.stringMatching(/^W\/"[\w-]{22}"$/u)]);
      for (const expected of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
        const again = await get(path, { 'if-none-match': expected, 'accept-encoding': 'gzip' });
        expect([path, again.status, again.body.length, again.headers.etag]).toEqual([path, 304, 0, etag]);
        expect(again.headers['cache-control']).toBe(headers['cache-control']);
        expect(again.headers['content-length']).toBeUndefined();
      }
    }
  });

  it('is sent when it has changed', async () => {
    const { status, body } = await get('/v2/llms.txt', { 'if-none-match': 'W/"other"' });
    expect([status, body.length > 1_024]).toEqual([200, true]);
  });

  it('is answered to HEAD in the same way, without a body', async () => {
    for (const path of ['/v2/openapi.json', '/v2/pages/page.css']) {
      const accepted = { 'accept-encoding': 'gzip' };
      const { headers, body } = await get(path, accepted);
      const head = await get(path, accepted, 'HEAD');
      expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
        200,
        0,
        String(body.length),
      ]);
      expect(head.headers.etag).toBe(headers.etag);
      const unchanged = await get(path, { ...accepted, 'if-none-match': headers.etag ?? '' }, 'HEAD');
      expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    }
  });

  it('is not one of an operation, whose response has no ETag', async () => {
    const { headers } = await get('/v2/error-codes');
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  });
});
