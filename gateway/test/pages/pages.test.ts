import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
const invitation = `/v2/invitations/${sampled(Invitation).id}/answer`;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

function sourcesIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/v2\/pages\/[^"]+)"/gu)].map(([, source = '']) => source);
}

describe('the first page', () => {
  it('needs no credential, says what Assay is, and runs no script', async () => {
    const { status, headers, body } = await send(gateway, 'GET /', undefined, {});
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('Assay analyses images, audio, videos and documents');
    expect(body).not.toContain('<script');
  });

  it('leads to signing in, the desk, the explorer and the documentation', async () => {
    const { body } = await send(gateway, 'GET /', undefined, {});
    const links = [...String(body).matchAll(/<a [^>]*href="([^"]+)"/gu)].map(([, href = '']) => href);
    expect(links).toEqual([
      ...['/v2/auth/start?returnTo=/v2/desk', '/v2/desk'],
      ...['/v2', '/v2/llms.txt', '/v2/openapi.json'],
    ]);
    for (const link of links.slice(1))
      expect((await send(gateway, `GET ${link}`, undefined, {})).status).toBe(200);
  });
});

describe('the page behind the link of an invitation', () => {
  it('needs no credential, changes nothing, and asks no service for anything', async () => {
    await gateway.stopBackEnds();
    const { status, headers, body } = await send(gateway, `GET ${invitation}`, undefined, {});
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<title>Invitation');
  });

  it('runs only scripts of the gateway, sends nothing elsewhere and tells nobody where it was', async () => {
    const { headers, body } = await send(gateway, `GET ${invitation}`);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|javascript:/u);
  });

  it('finds everything it loads, of the type it needs', async () => {
    const { body } = await send(gateway, `GET ${invitation}`);
    const sources = sourcesIn(String(body));
    const script = await send(gateway, `GET ${sources.find((source) => source.endsWith('.js')) ?? ''}`);
    const imported = [...String(script.body).matchAll(/from '\.\/([^']+)'/gu)].map(
      ([, name = '']) => `/v2/pages/${name}`,
    );
    expect(sources.length + imported.length).toBe(4);
    for (const source of [...sources, ...imported]) {
      const { status, headers } = await send(gateway, `GET ${source}`, undefined, {});
      const type = source.endsWith('.css') ? 'text/css' : 'text/javascript';
      expect([source, status, headers.get('content-type')]).toEqual([source, 200, `${type}; charset=utf-8`]);
    }
  });
});

describe('what pages load', () => {
  it.each(['other.js', '..%2fpackage.json', 'invitation.html', 'constructor'])(
    'is never %s',
    async (name) => {
      const { status } = await send(gateway, `GET /v2/pages/${name}`);
      expect([400, 404]).toContain(status);
    },
  );
});
