import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ S3_PUBLIC_ENDPOINT: 'https://files.example.org' });
});
afterAll(() => gateway.stop());

const get = (path: string) => gateway.fetch(path, { headers: {} });

const urls = [
  '/v2/work',
  '/v2/work/j8t2x6w1v5u9t3s7r4q0p8o2',
  '/v2/work/preview/t8t2x6w1v5u9t3s7r4q0p8o2/v8t2x6w1v5u9t3s7r4q0p8o2?organizationId=o8t2x6w1v5u9t3s7r4q0p8o2',
];

describe.each(urls)('the worker page at %s', (url) => {
  it('needs no credential, runs only scripts of the gateway, and shows media of the storage', async () => {
    const answer = await get(url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('content-security-policy')?.split('; ')).toEqual([
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
      ...["base-uri 'none'", "frame-ancestors 'none'"],
      "img-src 'self' https://files.example.org",
      "media-src 'self' https://files.example.org",
      "form-action 'none'",
    ]);
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|javascript:/u);
  });
});

describe('the assets of the worker page', () => {
  const loaded = new Map<string, string>();

  async function load(path: string): Promise<void> {
    const answer = await get(path);
    const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      `${type}; charset=utf-8`,
    ]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(gateway.config.rateLimitAuthenticated));
    const text = await answer.text();
    loaded.set(path, text);
    const imported = [...text.matchAll(/from '(\.[^']+)'/gu)].map(([, name = '']) => name);
    for (const one of imported.map((name) => new URL(name, `http://work${path}`).pathname))
      if (!loaded.has(one)) await load(one);
  }

  it('are all found, are kept for good, count in a rate limit of their own, and parse no markup', async () => {
    const page = await (await get('/v2/work')).text();
    const [style = '', script = ''] = [...page.matchAll(/"(\/v2\/pages\/work\/[^"]+)"/gu)].map(
      ([, path = '']) => path,
    );
    await load(style);
    await load(script);
    expect(loaded.size).toBeGreaterThan(40);
    expect([...loaded.values()].join('\n')).not.toMatch(
      /https?:\/\/|innerHTML|insertAdjacentHTML|DOMParser|document\.write|\beval\b|^import type|\.ts'/mu,
    );
  });

  it.each([
    ['sample.svg', 'image/svg+xml', '<svg'],
    ['sample.wav', 'audio/wav', 'RIFF'],
  ])('include %s for previews', async (name, type, start) => {
    const page = await (await get('/v2/work')).text();
    const [base = ''] = /\/v2\/pages\/work\/\w+\//u.exec(page) ?? [];
    const answer = await get(`${base}${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect((await answer.text()).slice(0, start.length)).toBe(start);
  });

  it.each(['other.js', '..%2fpage.css', 'work.html', 'constructor'])('never include %s', async (name) => {
    expect([400, 404]).toContain((await get(`/v2/pages/work/0000000000000000/${name}`)).status);
  });
});
