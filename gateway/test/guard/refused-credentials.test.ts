import { notFound, unauthenticated } from '@assay/chassis/errors';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, keySha256, principal, sessionSecret } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
/** The hashes of the keys that were looked up. */
let lookups: string[];

beforeEach(async () => {
  gateway = await startTestGateway({ PRINCIPAL_CACHE_MS: '600000', CONNECTIONS_PER_ADDRESS: '2000' });
  lookups = [];
  gateway.answer(AuthenticationServiceService.authenticateApiKey, (_call, request) => {
    lookups.push(request.keySha256);
    if (request.keySha256 === keySha256) return Promise.resolve({ principal });
    return Promise.reject(unauthenticated());
  });
});
afterEach(() => gateway.stop());

async function readLimits(headers: Readonly<Record<string, string>>, path = '/v2/limits') {
  const response = await gateway.fetch(path, { headers });
  await response.arrayBuffer();
  const number = (name: string) => Number(response.headers.get(name) ?? Number.NaN);
  return {
    status: response.status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    retryAfter: response.headers.get('retry-after'),
  };
}

/** Sends requests with random keys, some of them concurrently. */
async function tryKeys(times: number, atOnce: number): Promise<number[]> {
  const statuses: number[] = [];
  let tried = 0;
  const client = async () => {
    for (; tried < times;) {
      tried += 1;
      statuses.push((await readLimits({ 'x-api-key': `assay_${crypto.randomUUID()}` })).status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return statuses;
}

const count = (statuses: readonly number[], expected: number) =>
  statuses.filter((status) => status === expected).length;

describe('an address that tries key after key', () => {
  it.each([1, 50, 1_000])('has few of 1,000 looked up, %i at once', async (atOnce) => {
    const startedAt = Date.now();
    const statuses = await tryKeys(1_000, atOnce);
    const seconds = Math.ceil((Date.now() - startedAt) / 1000);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([150, 850]);
    expect(lookups.length).toBeGreaterThanOrEqual(150);
    expect(lookups.length).toBeLessThanOrEqual(150 + 10 * (seconds + 1));
  });

  it('keeps nobody out who is known, nor anonymous requests, and a good key that is new for a second at most', async () => {
    expect((await readLimits({ 'x-api-key': apiKey })).status).toBe(200);
    await tryKeys(200, 20);
    expect(await readLimits({ 'x-api-key': apiKey })).toMatchObject({ status: 200, limit: 3_000 });
    expect(await readLimits({})).toMatchObject({ status: 401, limit: 150, remaining: 149 });
    const refused = await readLimits({ 'x-api-key': 'assay_another' });
    expect(refused).toMatchObject({ status: 429, limit: 150, remaining: 0 });
    const fresh = { cookie: `assay_session=${sessionSecret}` };
    await expect.poll(async () => (await readLimits(fresh)).status, { interval: 200 }).toBe(200);
  });

  it('is told when the next lookup is to be had', async () => {
    await tryKeys(200, 20);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => readLimits({ 'x-api-key': `assay_${crypto.randomUUID()}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(429));
    expect(answers.some(({ retryAfter }) => retryAfter === '1')).toBe(true);
  });

  it('can still sign in, whatever its browser has for a session', async () => {
    await tryKeys(200, 20);
    const stale = { cookie: 'assay_session=ended' };
    for (let i = 0; i < 20; i += 1) {
      expect((await readLimits(stale, '/v2/auth/callback?code=c&state=s')).status).toBe(401);
    }
  });
});

describe('a good key that names organizations it does not reach', () => {
  it('has few of 400 looked up', async () => {
    gateway.answer(AuthenticationServiceService.authenticateApiKey, (_call, { organizationId }) => {
      lookups.push(organizationId);
      return organizationId === ''
        ? Promise.resolve({ principal })
        : Promise.reject(notFound('organization'));
    });
    const startedAt = Date.now();
    for (let i = 0; i < 400; i += 1)
      await readLimits({ 'x-api-key': apiKey, 'x-organization-id': `o${String(i)}` });
    const seconds = Math.ceil((Date.now() - startedAt) / 1000);
    expect(lookups.length).toBeLessThanOrEqual(151 + 10 * (seconds + 1));
  });
});
