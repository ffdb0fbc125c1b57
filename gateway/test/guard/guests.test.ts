import { createHash } from 'node:crypto';
import { DomainError, unauthenticated } from '@assay/chassis/errors';
import { broadcast } from '@assay/chassis/events/broadcast';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { GuestsRemoved, GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import { WorkerProfilesServiceService } from '@assay/proto/crowd/v1/worker_profiles_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, bearerToken, guest, guestToken, sessionSecret } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

const { authenticateGuest } = GuestsServiceService;
const { getWorkerProfile, updateWorkerProfile } = WorkerProfilesServiceService;
const asGuest = { authorization: `Bearer ${guestToken}` };
const unavailable = () => Promise.reject(new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'unavailable'));
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ PRINCIPAL_CACHE_MS: '0', PUBLIC_URL: 'http://127.0.0.1:8080' });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.reset();
});

type Headers = Readonly<Record<string, string>>;

async function getProfile(headers: Headers = asGuest, baseUrl = gateway.baseUrl) {
  const response = await fetch(`${baseUrl}/v2/worker/profile`, {
    headers: { 'x-request-id': 'r', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function getStatus(path: string, headers: Headers = asGuest): Promise<number> {
  return (await gateway.fetch(path, { headers })).status;
}

describe('the token of a guest', () => {
  it('reaches the service as the guest, in the organization of the job', async () => {
    const lookups = gateway.record(authenticateGuest);
    const calls = gateway.record(getWorkerProfile);
    expect((await getProfile()).status).toBe(200);
    const { guestId, jobId, organizationId } = guest;
    expect(calls).toMatchObject([{ call: { organizationId, actor: { kind: 'guest', guestId, jobId } } }]);
    const tokenSha256 = createHash('sha256').update(guestToken).digest('hex');
    expect(lookups).toMatchObject([
      { call: { actor: { kind: 'service', service: 'gateway' } }, request: { tokenSha256 } },
    ]);
  });

  it('changes data without a proof of the page, because browsers do not send it by themselves', async () => {
    const calls = gateway.record(updateWorkerProfile);
    const headers = { ...asGuest, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    const body = JSON.stringify({ language: 'de', country: null });
    const response = await gateway.fetch('/v2/worker/profile', { method: 'PATCH', headers, body });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(calls).toMatchObject([{ request: { language: 'de', updateMask: ['language', 'country'] } }]);
  });

  it('is 401 at operations that do not admit guests, also at those that call no service', async () => {
    for (const path of ['/v2/projects', '/v2/users/me', '/v2/limits', '/v2/organizations/o/users'])
      expect([path, await getStatus(path)]).toEqual([path, 401]);
  });

  it('is ignored by operations that need no credential', async () => {
    expect(await getStatus('/v2/error-codes')).toBe(200);
  });

  it.each([
    ['unknown', { authorization: `Bearer assay_guest_${'x'.repeat(43)}` }],
    ['too short', { authorization: 'Bearer assay_guest_x' }],
    ['sent as an API key', { 'x-api-key': guestToken }],
    ['sent as a session', { cookie: `assay_session=${guestToken}` }],
    ['sent with an API key', { ...asGuest, 'x-api-key': apiKey }],
    ['sent with a session', { ...asGuest, cookie: `assay_session=${sessionSecret}` }],
  ])('is 401 when it is %s', async (_name, headers) => {
    expect(await getProfile(headers)).toMatchObject({ status: 401, text: (await getProfile({})).text });
  });

  it('works in no organization but that of its job', async () => {
    const inside = (id: string) => getProfile({ ...asGuest, 'x-organization-id': id });
    expect((await inside(guest.organizationId)).status).toBe(200);
    expect((await inside('other')).status).toBe(404);
    expect((await inside('o'.repeat(300))).status).toBe(404);
  });

  it('is counted by itself, at the rate of a credential', async () => {
    const { headers: first } = await getProfile();
    const { headers: second } = await getProfile();
    expect(first.get('x-ratelimit-limit')).toBe(String(gateway.config.rateLimitAuthenticated));
    const left = (headers: typeof first) => Number(headers.get('x-ratelimit-remaining'));
    await getProfile({ 'x-api-key': apiKey });
    expect([left(second), left((await getProfile()).headers)]).toEqual([left(first) - 1, left(first) - 2]);
  });

  it('is 503 while crowd-webhooks is unavailable, and no other credential is', async () => {
    gateway.answer(authenticateGuest, unavailable);
    expect((await getProfile()).status).toBe(503);
    expect((await getProfile({ 'x-api-key': apiKey })).status).toBe(200);
    expect((await getProfile({ authorization: `Bearer ${bearerToken}` })).status).toBe(200);
  });

  it('works while identity-org is unavailable', async () => {
    gateway.answer(AuthenticationServiceService.authenticateApiKey, unavailable);
    expect((await getProfile()).status).toBe(200);
  });
});

describe('two gateways', () => {
  it('both forget a guest that was removed, long before they would look again', async () => {
    const start = async () => (await gateway.startAnother({ PRINCIPAL_CACHE_MS: '600000' })).httpAddress;
    const both = [await start(), await start()].map((address) => `http://${address}`);
    const statuses = () => Promise.all(both.map(async (url) => (await getProfile(asGuest, url)).status));
    const { natsUrl: url, natsNamespace: namespace } = gateway.config;
    const logger = createLogger({ name: 'test', level: 'silent' });
    const nats = await connectNats({ url, namespace, name: 'test', logger });
    expect(await statuses()).toEqual([200, 200]);
    gateway.answer(authenticateGuest, () => Promise.reject(unauthenticated()));
    broadcast(nats, GuestsRemoved, { jobIds: ['another'] });
    await nats.flush();
    expect(await statuses()).toEqual([200, 200]);
    const removedAt = Date.now();
    broadcast(nats, GuestsRemoved, { jobIds: [guest.jobId] });
    await expect.poll(statuses, { interval: 20 }).toEqual([401, 401]);
    expect(Date.now() - removedAt).toBeLessThan(1_000);
    await nats.close();
  });

  it('look a guest up again when its token has expired', async () => {
    const { httpAddress } = await gateway.startAnother({ PRINCIPAL_CACHE_MS: '600000' });
    const expiresAt = new Date(Date.now() + 1_000);
    gateway.answer(authenticateGuest, () => Promise.resolve({ ...guest, expiresAt }));
    expect((await getProfile(asGuest, `http://${httpAddress}`)).status).toBe(200);
    gateway.answer(authenticateGuest, () => Promise.reject(unauthenticated()));
    const statusNow = async () => (await getProfile(asGuest, `http://${httpAddress}`)).status;
    await expect.poll(statusNow, { interval: 50, timeout: 3_000 }).toBe(401);
  });
});
