import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ S3_PUBLIC_ENDPOINT: 'https://files.example.org' });
});
afterAll(() => gateway.stop());

const get = (path: string, headers: Record<string, string> = {}) => gateway.fetch(path, { headers });

async function listAssets(): Promise<string[]> {
  const page = await (await get('/v2/desk')).text();
  return [...page.matchAll(/"(\/v2\/desk\/[^"/]+\/[^"]+)"/gu)].map(([, source = '']) => source);
}

describe('the desk', () => {
  it('needs no credential, and runs only scripts of the gateway', async () => {
    const answer = await get('/v2/desk');
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' blob: https://files.example.org",
      "media-src 'self' https://files.example.org",
      "frame-src 'self'",
      "form-action 'none'",
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|javascript:/u);
  });

  it('finds everything it loads, to be kept for good', async () => {
    const seen = new Map<string, string>();
    const load = async (path: string): Promise<void> => {
      const answer = await get(path);
      const { headers } = answer;
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      expect([path, answer.status, headers.get('content-type')]).toEqual([
        path,
        200,
        `${type}; charset=utf-8`,
      ]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const text = await answer.text();
      seen.set(path, text);
      const imported = [...text.matchAll(/from '(\.[^']+)'/gu)].map(([, name = '']) => name);
      const paths = imported.map((name) => new URL(name, `http://desk${path}`).pathname);
      for (const one of paths) if (!seen.has(one)) await load(one);
    };
    for (const path of await listAssets()) await load(path);
    expect(seen.size).toBeGreaterThan(5);
    expect([...seen.values()].join('\n')).not.toMatch(
      /https?:\/\/|innerHTML(?! = html)|\beval\b|^import type|\.ts'/mu,
    );
  });

  it('counts assets apart, so that people at one address can open it at the same time', async () => {
    const script = (await listAssets()).at(-1) ?? '';
    const readLimit = async (path: string) => {
      const { headers } = await get(path);
      return ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    };
    const { rateLimitAnonymous, rateLimitAuthenticated } = gateway.config;
    const [limit, before = 0] = await readLimit('/v2/desk');
    expect((await readLimit(script))[0]).toBe(rateLimitAuthenticated);
    expect([limit, (await readLimit('/v2/desk'))[1]]).toEqual([rateLimitAnonymous, before - 1]);
  });

  it('has no asset kept under the name of another version', async () => {
    const script = (await listAssets()).at(-1) ?? '';
    const other = await get(script.replace(/(?<=^\/v2\/desk\/)[^/]+/u, '0000000000000000'));
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it.each(['other.js', '..%2fpage.css', 'desk.html', 'constructor'])('never serves %s', async (name) => {
    expect([400, 404]).toContain((await get(`/v2/desk/0000000000000000/${name}`)).status);
  });

  it('shows reports in a document that runs nothing and that only the desk frames', async () => {
    const { headers } = await get('/v2/desk/report');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
  });
});
