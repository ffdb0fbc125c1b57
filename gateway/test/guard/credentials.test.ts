import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound, unauthenticated } from '@assay/chassis/errors';
import { broadcast } from '@assay/chassis/events/broadcast';
import { connectNats } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import type { AuthenticateApiKeyResponse } from '@assay/proto/identity/v1/authentication_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, bearerToken, principal, sessionSecret } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
let calls: CallContext[];

const key = { 'x-api-key': apiKey };
const token = { authorization: `Bearer ${bearerToken}` };
const cookie = { cookie: `other=1; assay_session=${sessionSecret}` };
/** The common part of the rpcs that authenticate a credential. */
interface Authenticate {
  readonly path: string;
  readonly requestDeserialize: (bytes: Buffer) => { readonly organizationId: string };
  readonly responseDeserialize: (bytes: Buffer) => AuthenticateApiKeyResponse;
}

const authentication = AuthenticationServiceService;
const each: readonly (readonly [string, Authenticate, Readonly<Record<string, string>>])[] = [
  ['an API key', authentication.authenticateApiKey, key],
  ['a bearer token', authentication.authenticateBearerToken, token],
  ['a session', authentication.authenticateSession, cookie],
];

beforeAll(async () => {
  gateway = await startTestGateway({ PRINCIPAL_CACHE_MS: '0', PUBLIC_URL: 'http://127.0.0.1:8080' });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  calls = [];
  gateway.reset();
  gateway.answer(ProjectsServiceService.listProjects, (call) => {
    calls.push(call);
    return Promise.resolve({ projects: [], total: 0 });
  });
});

/** Starts a gateway that caches principals for longer than a test takes. */
async function startRemembering(): Promise<string> {
  const { httpAddress } = await gateway.startAnother({ PRINCIPAL_CACHE_MS: '600000' });
  return `http://${httpAddress}`;
}

async function listProjects(headers: Readonly<Record<string, string>>, baseUrl = gateway.baseUrl) {
  const response = await fetch(`${baseUrl}/v2/projects`, { headers: { 'x-request-id': 'r', ...headers } });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const refusal = {
  status: 401,
  body: {
    error: {
      code: 'UNAUTHORIZED',
      message:
        'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
      requestId: 'r',
    },
  },
};

describe.each(each)('%s', (_name, rpc, headers) => {
  it('reaches the services as whom it stands for, in the organization the request names', async () => {
    const lookups = gateway.record(rpc);
    expect((await listProjects({ ...headers, 'x-organization-id': 'chosen' })).status).toBe(200);
    expect(lookups).toMatchObject([{ request: { organizationId: 'chosen' } }]);
    const { userId, role, credentialId, modules, organizationId } = principal;
    expect(calls).toMatchObject([
      { organizationId, actor: { kind: 'user', userId, role, credentialId, modules } },
    ]);
  });

  it('counts beside empty headers, which are no credentials', async () => {
    expect((await listProjects({ 'x-api-key': '', authorization: '', ...headers })).status).toBe(200);
  });

  it('that does not hold is refused as any other', async () => {
    gateway.answer(rpc, () => Promise.reject(unauthenticated()));
    expect(await listProjects(headers)).toMatchObject(refusal);
  });

  it('is remembered, and forgotten when it, its user or its organization changes', async () => {
    const nats = await connect();
    const baseUrl = await startRemembering();
    const changes = [
      { credentialIds: [principal.credentialId], userIds: [], organizationIds: [] },
      { credentialIds: [], userIds: [principal.userId], organizationIds: [] },
      { credentialIds: [], userIds: [], organizationIds: [principal.organizationId] },
    ];
    for (const change of changes) {
      const lookups = gateway.record(rpc);
      await listProjects(headers, baseUrl);
      const known = lookups.length;
      await listProjects(headers, baseUrl);
      expect(lookups).toHaveLength(known);
      broadcast(nats, CredentialsInvalidated, change);
      const countLookups = async () => {
        await listProjects(headers, baseUrl);
        return lookups.length;
      };
      await expect.poll(countLookups, { interval: 20 }).toBeGreaterThan(known);
    }
    await nats.close();
  });

  it('that holds, but not in the organization, finds it as little as one that does not exist', async () => {
    const reachOnlyTheDefault = (_call: CallContext, { organizationId }: { organizationId: string }) =>
      organizationId === '' ? Promise.resolve({ principal }) : Promise.reject(notFound('organization'));
    gateway.answer(rpc, reachOnlyTheDefault);
    const missing = {
      error: { code: 'NOT_FOUND', message: 'The organization was not found. Check its id.', requestId: 'r' },
    };
    const first = await listProjects({ ...headers, 'x-organization-id': 'foreign' });
    const second = await listProjects({ ...headers, 'x-organization-id': 'o'.repeat(300) });
    for (const { status, body } of [first, second]) expect([status, body]).toEqual([404, missing]);
    const left = (answered: typeof first) => Number(answered.headers.get('x-ratelimit-remaining'));
    expect([left(second), left(await listProjects(headers))]).toEqual([left(first) - 1, left(first) - 2]);
  });
});

async function connect(): Promise<EventConnection> {
  return connectNats({
    url: gateway.config.natsUrl,
    namespace: gateway.config.natsNamespace,
    name: 'test',
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
}

describe('a request', () => {
  it.each([
    ['a key and a token', { ...key, ...token }],
    ['a key and a session', { ...key, ...cookie }],
    ['a token and a session', { ...token, ...cookie }],
    ['all three', { ...key, ...token, ...cookie }],
    ['a good key and a token that does not hold', { ...key, authorization: 'Bearer other' }],
    ['another scheme', { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }],
    ['no scheme', { authorization: bearerToken }],
    ['no token', { authorization: 'Bearer' }],
    ['two tokens', { authorization: `Bearer ${bearerToken} ${bearerToken}` }],
    ['an empty Authorization', { authorization: '' }],
    ['an endless token', { authorization: `Bearer ${'a'.repeat(8_193)}` }],
    ['an endless key', { 'x-api-key': 'k'.repeat(8_193) }],
    ['an empty session', { cookie: 'assay_session=' }],
    ['the cookie of another deployment', { cookie: `__Host-assay_session=${sessionSecret}` }],
  ])('with %s is refused without asking anybody', async (_name, headers) => {
    const lookups = each.map(([, rpc]) => gateway.record(rpc));
    expect(await listProjects(headers)).toMatchObject(refusal);
    expect(lookups.flat()).toEqual([]);
  });

  it('with two Authorization headers is refused, although one would be taken', async () => {
    const { hostname, port } = new URL(gateway.baseUrl);
    const headers = ['host', hostname, 'authorization', token.authorization, 'authorization', 'Bearer other'];
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ hostname, port, path: '/v2/projects', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
    expect(status).toBe(401);
  });

  it('shows nobody the plaintext of a key or a session', async () => {
    const lookups = each.map(([, rpc]) => gateway.record(rpc));
    for (const [, , headers] of each) await listProjects(headers);
    const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');
    expect(lookups.map(([first]) => first?.request)).toEqual([
      { keySha256: hash(apiKey), organizationId: '' },
      { token: bearerToken, organizationId: '' },
      { sessionSha256: hash(sessionSecret), organizationId: '' },
    ]);
  });

  it('of a user who belongs to no organization is left to the services to judge', async () => {
    gateway.answer(AuthenticationServiceService.authenticateApiKey, () =>
      Promise.resolve({ principal: { ...principal, organizationId: '', role: 'ROLE_UNSPECIFIED' } }),
    );
    expect((await listProjects(key)).status).toBe(403);
    const me = await fetch(`${gateway.baseUrl}/v2/users/me`, { headers: key });
    expect(me.status).toBe(200);
  });

  it('tells the services the address and device of the client and what its credential may spend', async () => {
    gateway.answer(AuthenticationServiceService.authenticateApiKey, () =>
      Promise.resolve({
        principal: { ...principal, spendLimit: { limitCents: 500, period: 'SPEND_PERIOD_DAY' } },
      }),
    );
    await listProjects({ ...key, 'sec-ch-ua-mobile': '?1' });
    expect(calls).toMatchObject([
      {
        clientAddress: '127.0.0.1',
        deviceType: 'mobile',
        actor: { spendLimit: { limitCents: 500, period: 'day' } },
      },
    ]);
  });
});

describe('the organization of a path', () => {
  const path = (id: string) => `${gateway.baseUrl}/v2/organizations/${id}/users`;

  it('comes before the header', async () => {
    const lookups = gateway.record(AuthenticationServiceService.authenticateApiKey);
    await fetch(path('named'), { headers: { ...key, 'x-organization-id': 'other' } });
    expect(lookups).toMatchObject([{ request: { organizationId: 'named' } }]);
  });

  it.each(['', 'o'.repeat(65)])('is never taken for the default one, as %j could be', async (id) => {
    const lookups = gateway.record(MembersServiceService.listMembers);
    expect((await fetch(path(id), { headers: key })).status).toBe(404);
    expect(lookups).toEqual([]);
  });
});

describe('two gateways', () => {
  it('both hear that a credential ended, long before they would look again', async () => {
    const both = [await startRemembering(), await startRemembering()];
    const nats = await connect();
    const statuses = () => Promise.all(both.map(async (url) => (await listProjects(token, url)).status));
    expect(await statuses()).toEqual([200, 200]);
    gateway.answer(AuthenticationServiceService.authenticateBearerToken, () =>
      Promise.reject(unauthenticated()),
    );
    expect(await statuses()).toEqual([200, 200]);
    const noOthers = { userIds: [], organizationIds: [] };
    broadcast(nats, CredentialsInvalidated, { credentialIds: [principal.credentialId], ...noOthers });
    await expect.poll(statuses, { interval: 20 }).toEqual([401, 401]);
    await nats.close();
  });
});
