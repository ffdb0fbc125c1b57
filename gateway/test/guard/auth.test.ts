import { createHash } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, unauthenticated } from '@assay/chassis/errors';
import { broadcast } from '@assay/chassis/events/broadcast';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { eventually } from '@assay/test-kit/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, bearerToken, keySha256, principal } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
let lookups: { call: CallContext; keySha256: string; organizationId: string }[];

function authenticateApiKey(_call: CallContext, request: { readonly keySha256: string }) {
  return request.keySha256 === keySha256 ? Promise.resolve({ principal }) : Promise.reject(unauthenticated());
}

beforeEach(async () => {
  gateway = await startTestGateway({ PRINCIPAL_CACHE_MS: '60000' });
  lookups = [];
  gateway.answer(AuthenticationServiceService.authenticateApiKey, (call, request) => {
    lookups.push({ call, ...request });
    return authenticateApiKey(call, request);
  });
});
afterEach(() => gateway.stop());

async function statusWith(headers: Record<string, string>): Promise<number> {
  const response = await gateway.fetch('/v2/projects', { headers });
  await response.arrayBuffer();
  return response.status;
}

describe('a request', () => {
  it.each([
    ['no credential', {}],
    ['an unknown key', { 'x-api-key': 'assay_other' }],
    ['an empty key', { 'x-api-key': '' }],
    ['a bearer token', { authorization: 'Bearer other' }],
    ['an unknown key as bearer', { authorization: 'Bearer assay_other' }],
    ['two keys', { 'x-api-key': apiKey, authorization: 'Bearer assay_other' }],
    ['two credentials', { 'x-api-key': apiKey, authorization: `Bearer ${bearerToken}` }],
    ['a key and a session', { authorization: `Bearer ${apiKey}`, cookie: 'assay_session=sample-session' }],
  ])('with %s is refused with 401 and one body', async (_name, headers) => {
    const response = await gateway.fetch('/v2/projects', { headers: { ...headers, 'x-request-id': 'r' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      error: {
        code: 'UNAUTHORIZED',
        message:
          'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
        requestId: 'r',
      },
    });
  });

  it('with a key reaches the services as the principal of the key', async () => {
    const calls: CallContext[] = [];
    gateway.answer(ProjectsServiceService.listProjects, (call) => {
      calls.push(call);
      return Promise.resolve({ projects: [], total: 0 });
    });
    expect(await statusWith({ 'x-api-key': apiKey })).toBe(200);
    const { userId, role, credentialId, modules, organizationId } = principal;
    expect(calls).toMatchObject([
      { organizationId, actor: { kind: 'user', userId, role, credentialId, modules } },
    ]);
  });

  it.each([
    ['in Authorization', { authorization: `Bearer ${apiKey}` }],
    ['in both headers', { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` }],
  ])('with a key %s is a request with that key', async (_name, headers) => {
    expect(await statusWith(headers)).toBe(200);
    expect(lookups).toMatchObject([{ keySha256 }]);
  });

  it('has its key looked up by hash, in the organization it names', async () => {
    await statusWith({ 'x-api-key': apiKey, 'x-organization-id': 'other' });
    expect(lookups).toMatchObject([
      { call: { actor: { kind: 'service', service: 'gateway' } }, keySha256, organizationId: 'other' },
    ]);
    expect(JSON.stringify(lookups)).not.toContain(apiKey);
  });

  it('is answered 503 and not 401 while nobody can look keys up', async () => {
    await gateway.stopBackEnds();
    const response = await gateway.fetch('/v2/projects');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('a principal', () => {
  it('is looked up once for many requests at the same time, and not again while it is remembered', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    gateway.answer(AuthenticationServiceService.authenticateApiKey, async (call, request) => {
      lookups.push({ call, ...request });
      await gate;
      return authenticateApiKey(call, request);
    });
    const statuses = Promise.all(Array.from({ length: 20 }, () => statusWith({ 'x-api-key': apiKey })));
    await eventually(() => {
      expect(lookups).toHaveLength(1);
    });
    release();
    expect(new Set(await statuses)).toEqual(new Set([200]));
    await statusWith({ 'x-api-key': apiKey });
    expect(lookups).toHaveLength(1);
  });

  it('is forgotten at once when its credential is invalidated', async () => {
    expect(await statusWith({ 'x-api-key': apiKey })).toBe(200);
    gateway.answer(AuthenticationServiceService.authenticateApiKey, () => Promise.reject(unauthenticated()));
    expect(await statusWith({ 'x-api-key': apiKey })).toBe(200);
    const nats = await connectNats({
      url: gateway.config.natsUrl,
      namespace: gateway.config.natsNamespace,
      name: 'test',
      logger: createLogger({ name: 'test', level: 'silent' }),
    });
    broadcast(nats, CredentialsInvalidated, {
      credentialIds: [principal.credentialId],
      userIds: [],
      organizationIds: [],
    });
    await nats.close();
    await eventually(async () => {
      expect(await statusWith({ 'x-api-key': apiKey })).toBe(401);
    });
  });

  it('does not outlive the expiry of its key', async () => {
    gateway.answer(AuthenticationServiceService.authenticateApiKey, (call, request) => {
      lookups.push({ call, ...request });
      return Promise.resolve({ principal: { ...principal, expiresAt: new Date(Date.now() - 1) } });
    });
    await statusWith({ 'x-api-key': apiKey });
    await statusWith({ 'x-api-key': apiKey });
    expect(lookups).toHaveLength(2);
  });

  it('is not remembered when looking it up failed', async () => {
    gateway.answer(AuthenticationServiceService.authenticateApiKey, () =>
      Promise.reject(new DomainError('INTERNAL', 'BROKEN', 'secret detail')),
    );
    expect(await statusWith({ 'x-api-key': apiKey })).toBe(500);
    gateway.reset(AuthenticationServiceService.authenticateApiKey);
    expect(await statusWith({ 'x-api-key': apiKey })).toBe(200);
  });

  it('that is refused is remembered too, so that a wrong key costs one lookup', async () => {
    const other = { 'x-api-key': 'assay_other' };
    await statusWith(other);
    await statusWith(other);
    expect(lookups).toMatchObject([{ keySha256: createHash('sha256').update('assay_other').digest('hex') }]);
  });
});
