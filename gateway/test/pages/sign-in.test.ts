import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, unauthenticated } from '@assay/chassis/errors';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, principal, sessionSecret } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
const publicUrl = 'https://assay.example.org';
const session = { cookie: `__Host-assay_session=${sessionSecret}` };
const login = { cookie: '__Host-assay_login=sample-login' };
const html = { accept: 'text/html,application/xhtml+xml' };

beforeAll(async () => {
  gateway = await startTestGateway({ PUBLIC_URL: publicUrl });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.reset();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(gateway, path, undefined, headers);

describe('signing in', () => {
  it('leads to the issuer with a secret in a cookie that only this host and no script sees', async () => {
    const calls = gateway.record(SessionsServiceService.beginLogin);
    const { status, headers } = await get('GET /v2/auth/start?returnTo=%2Fv2%2Fusers%2Fme');
    expect([status, headers.get('location')]).toEqual([302, 'https://issuer.example.org/authorize?state=s']);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-assay_login=sample-login; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/u,
      ),
    ]);
    expect(calls).toMatchObject([
      {
        call: { actor: { kind: 'service', service: 'gateway' } },
        request: { redirectUri: `${publicUrl}/v2/auth/callback`, returnTo: '/v2/users/me' },
      },
    ]);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/a\tb',
    '',
    'v2',
    `/${'a'.repeat(2_000)}`,
  ])('never leads to %j', async (returnTo) => {
    for (const headers of [{}, session]) {
      const answer = await get(`GET /v2/auth/start?returnTo=${encodeURIComponent(returnTo)}`, headers);
      expect(answer).toMatchObject({ status: 400, body: { error: { details: { field: 'returnTo' } } } });
    }
  });

  it('leads straight back for somebody who is signed in', async () => {
    const calls = gateway.record(SessionsServiceService.beginLogin);
    const { status, headers } = await get('GET /v2/auth/start', session);
    expect([status, headers.get('location'), calls]).toEqual([302, '/v2', []]);
  });

  it('ends with a session in a cookie, and the login forgotten', async () => {
    const calls = gateway.record(SessionsServiceService.completeLogin);
    const { status, headers } = await get('GET /v2/auth/callback?code=c%26d&state=s', {
      ...login,
      host: 'evil.example',
    });
    expect([status, headers.get('location')]).toEqual([302, '/v2/users/me']);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-assay_login=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/u),
      expect.stringMatching(
        /^__Host-assay_session=sample-session; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/u,
      ),
    ]);
    expect(calls.map(({ request }) => request)).toEqual([
      { loginSecret: 'sample-login', callbackUrl: `${publicUrl}/v2/auth/callback?code=c%26d&state=s` },
    ]);
  });

  it.each([
    ['without the cookie it began with', {}, undefined],
    ['refused by identity-org', login, unauthenticated()],
  ])('%s is 401, for a browser on a page that leads back to the beginning', async (_name, headers, error) => {
    if (error !== undefined)
      gateway.answer(SessionsServiceService.completeLogin, () => Promise.reject(error));
    const plain = await get('GET /v2/auth/callback?code=c', headers);
    expect(plain).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
    const page = await get('GET /v2/auth/callback?code=c', { ...headers, ...html });
    expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.body).toContain('href="/v2/auth/start"');
    expect(page.body).toContain(page.headers.get('x-request-id'));
    expect(page.headers.getSetCookie().join()).not.toContain('session');
  });

  it.each([
    ['UNAVAILABLE', 'ISSUER_UNAVAILABLE', 503, 'is unavailable'],
    ['FAILED_PRECONDITION', 'LOGIN_NOT_CONFIGURED', 409, 'not configured'],
  ] as const)('says %s %s as %i, also on a page', async (status, reason, httpStatus, text) => {
    gateway.answer(SessionsServiceService.beginLogin, () =>
      Promise.reject(new DomainError(status, reason, 'no')),
    );
    expect(await get('GET /v2/auth/start')).toMatchObject({ status: httpStatus, body: { error: {} } });
    const page = await get('GET /v2/auth/start', html);
    expect([page.status, page.body]).toEqual([httpStatus, expect.stringContaining(text)]);
  });

  it('is not configured where nobody said at which address the gateway is', async () => {
    const other = await gateway.startAnother({ PUBLIC_URL: '' });
    const response = await fetch(`http://${other.httpAddress}/v2/auth/start`, { redirect: 'manual' });
    expect(response.status).toBe(409);
  });

  it('works without https for development, in cookies without the prefix that needs it', async () => {
    const other = await gateway.startAnother({ PUBLIC_URL: 'http://127.0.0.1:8080' });
    const response = await fetch(`http://${other.httpAddress}/v2/auth/start`, { redirect: 'manual' });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^assay_login=sample-login; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/u),
    ]);
  });
});

describe('signing out', () => {
  it.each(['same-origin', 'none'])('from %s ends the session and takes the cookies away', async (site) => {
    const calls = gateway.record(SessionsServiceService.endSession);
    const { status, headers, body } = await get('GET /v2/auth/logout', {
      ...session,
      'sec-fetch-site': site,
    });
    expect([status, body]).toEqual([200, { message: 'signed out' }]);
    expect(headers.getSetCookie().map((cookie) => cookie.split(';').slice(0, 2))).toEqual([
      ['__Host-assay_session=', ' Max-Age=0'],
      ['__Host-assay_login=', ' Max-Age=0'],
    ]);
    expect(calls).toMatchObject([
      { call: { actor: { kind: 'user', credentialId: principal.credentialId } } },
    ]);
  });

  it('is not done for another site', async () => {
    const calls = gateway.record(SessionsServiceService.endSession);
    for (const site of ['cross-site', 'same-site']) {
      const answer = await get('GET /v2/auth/logout', { ...session, 'sec-fetch-site': site });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    }
    expect(calls).toEqual([]);
  });

  it('of nobody is no error, and ends nothing of another credential', async () => {
    const calls = gateway.record(SessionsServiceService.endSession);
    for (const headers of [{}, { cookie: '__Host-assay_session=ended' }, { 'x-api-key': apiKey }]) {
      expect((await get('GET /v2/auth/logout', headers)).status).toBe(200);
    }
    expect(calls).toEqual([]);
  });
});

describe('with a session cookie', () => {
  const sources = [
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 201],
    [{ origin: publicUrl }, 201],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: publicUrl }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ] as const;

  it.each(sources)('a request from %j that changes something is answered %i', async (headers, expected) => {
    const { status } = await send(gateway, 'POST /v2/projects', { name: 'x' }, { ...session, ...headers });
    expect(status).toBe(expected);
  });

  it('everybody may read, which other origins cannot', async () => {
    const calls: CallContext[] = [];
    gateway.answer(ProjectsServiceService.listProjects, (call) => {
      calls.push(call);
      return Promise.resolve({ projects: [], total: 0 });
    });
    const { status, headers } = await get('GET /v2/projects', { ...session, 'sec-fetch-site': 'cross-site' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect(calls).toMatchObject([{ actor: { kind: 'user', credentialId: principal.credentialId } }]);
  });

  it('what needs no credential is not refused', async () => {
    const { status } = await send(
      gateway,
      'POST /v2/payments/stripe/webhook',
      {},
      { ...session, 'sec-fetch-site': 'cross-site' },
    );
    expect(status).toBe(200);
  });
});

describe('an exchanged token', () => {
  it('is answered with its type and the seconds it works', async () => {
    const calls = gateway.record(TokensServiceService.issueAccessToken);
    const { status, body } = await send(gateway, 'POST /v2/auth/token');
    expect([status, body]).toEqual([
      200,
      { accessToken: 'issued.access.token', tokenType: 'Bearer', expiresIn: expect.any(Number) as number },
    ]);
    const { expiresIn } = body as { expiresIn: number };
    expect(expiresIn).toBeGreaterThan(600);
    expect(expiresIn).toBeLessThanOrEqual(900);
    expect(calls).toMatchObject([{ call: { actor: { credentialId: principal.credentialId } } }]);
  });

  it('is not given for other credentials', async () => {
    gateway.answer(TokensServiceService.issueAccessToken, () =>
      Promise.reject(new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'only an API key')),
    );
    expect((await send(gateway, 'POST /v2/auth/token')).status).toBe(403);
    expect((await get('POST /v2/auth/token')).status).toBe(401);
  });
});
