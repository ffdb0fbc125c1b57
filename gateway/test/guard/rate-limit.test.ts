import { Redis } from 'ioredis';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { eventually } from '@assay/test-kit/eventually';
import type {} from '@assay/test-kit/set-up/infrastructure';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { apiKey, principal } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

const redisUrl = inject('servers').redis?.url;
let gateway: TestGateway | undefined;
afterEach(() => gateway?.stop());

/** Each test has its own credential and therefore its own limit. */
async function start(variables: Record<string, string>): Promise<TestGateway> {
  gateway = await startTestGateway(variables);
  const credentialId = crypto.randomUUID();
  gateway.answer(AuthenticationServiceService.authenticateApiKey, () =>
    Promise.resolve({ principal: { ...principal, credentialId } }),
  );
  return gateway;
}

/** A stopping gateway waits one second for requests on open connections. */
const unkept = { connection: 'close' };

async function readLimits(baseUrl: string, headers: Record<string, string> = { 'x-api-key': apiKey }) {
  const response = await fetch(`${baseUrl}/v2/limits`, { headers: { ...unkept, ...headers } });
  await response.arrayBuffer();
  const number = (name: string): number => Number(response.headers.get(name) ?? Number.NaN);
  return {
    status: response.status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    resetSeconds: number('x-ratelimit-reset'),
    retryAfter: response.headers.get('retry-after'),
  };
}

describe.skipIf(redisUrl === undefined)('counted in Redis (needs a Redis server)', () => {
  const variables = { REDIS_URL: redisUrl ?? '' };

  it('admits exactly the limit of concurrent requests over two gateways, and says so on every answer', async () => {
    const { baseUrl, startAnother } = await start({ ...variables, RATE_LIMIT_AUTHENTICATED: '100' });
    const other = `http://${(await startAnother()).httpAddress}`;
    const first = await readLimits(baseUrl);
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, i) => readLimits(i % 2 === 0 ? baseUrl : other)),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([admitted.length, refused.length]).toEqual([99, 51]);
    expect(new Set(admitted.map(({ remaining }) => remaining)).size).toBe(admitted.length);
    expect(answers.every(({ limit }) => limit === 100)).toBe(true);
    expect(refused.every(({ remaining }) => remaining === 0)).toBe(true);
    const secondsLeft = first.resetSeconds - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(800);
    expect(refused.every(({ retryAfter }) => Math.abs(Number(retryAfter) - secondsLeft) < 60)).toBe(true);
  });

  it('admits exactly the limit of an organization over two gateways and many keys', async () => {
    const limits = { RATE_LIMIT_AUTHENTICATED: '30', RATE_LIMIT_ORGANIZATION: '100' };
    const { baseUrl, startAnother, answer } = await start({ ...variables, ...limits });
    const other = `http://${(await startAnother()).httpAddress}`;
    const organizationId = crypto.randomUUID();
    answer(AuthenticationServiceService.authenticateApiKey, (_call, { keySha256 }) =>
      Promise.resolve({ principal: { ...principal, organizationId, credentialId: keySha256 } }),
    );
    const name = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        readLimits(i % 2 === 0 ? baseUrl : other, { 'x-api-key': `${name}${String(i % 5)}` }),
      ),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    expect([admitted.length, answers.length - admitted.length]).toEqual([100, 100]);
  });

  it('opens a new window when the old one ends', async () => {
    const { baseUrl } = await start({
      ...variables,
      RATE_LIMIT_AUTHENTICATED: '2',
      RATE_LIMIT_WINDOW_MS: '400',
    });
    await readLimits(baseUrl);
    await readLimits(baseUrl);
    expect((await readLimits(baseUrl)).status).toBe(429);
    await eventually(async () => {
      expect((await readLimits(baseUrl)).status).toBe(200);
    });
  });

  it('never shows Redis a key', async () => {
    const { baseUrl } = await start(variables);
    await readLimits(baseUrl, { 'x-api-key': apiKey });
    const redis = new Redis(redisUrl ?? '');
    const names = await redis.keys('*');
    redis.disconnect();
    expect(names.some((name) => name.startsWith('assay:rate:credential:'))).toBe(true);
    expect(names.join()).not.toContain(apiKey);
  });
});

describe('counted in memory', () => {
  it('still admits exactly the limit while Redis cannot be reached', async () => {
    const { baseUrl } = await start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_AUTHENTICATED: '5' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => readLimits(baseUrl)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(3).fill(429),
    ]);
  });

  it('counts requests without a credential together, by address, on every path and status', async () => {
    const { baseUrl } = await start({ RATE_LIMIT_ANONYMOUS: '3' });
    expect(await readLimits(baseUrl, {})).toMatchObject({ status: 401, limit: 3, remaining: 2 });
    const nowhere = await fetch(`${baseUrl}/v2/nowhere`, { headers: unkept });
    expect([nowhere.status, nowhere.headers.get('x-ratelimit-remaining')]).toEqual([404, '1']);
    const page = await fetch(`${baseUrl}/v2`, { headers: unkept });
    expect([page.status, page.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    expect(await readLimits(baseUrl, {})).toMatchObject({ status: 429, remaining: 0 });
  });

  it('counts refused credentials, signing in and payment events apart from them and from each other', async () => {
    const { baseUrl, answer } = await start({ RATE_LIMIT_ANONYMOUS: '2' });
    answer(AuthenticationServiceService.authenticateApiKey, () => Promise.resolve({ principal: undefined }));
    expect(await readLimits(baseUrl, { 'x-api-key': 'wrong' })).toMatchObject({
      status: 401,
      limit: 2,
      remaining: 1,
    });
    expect(await readLimits(baseUrl, { authorization: 'no' })).toMatchObject({ status: 401, remaining: 0 });
    expect(await readLimits(baseUrl, { authorization: 'no' })).toMatchObject({ status: 429, remaining: 0 });
    const remaining = async (path: string, method = 'GET') =>
      (await fetch(`${baseUrl}${path}`, { method, redirect: 'manual', headers: unkept })).headers.get(
        'x-ratelimit-remaining',
      );
    expect(await remaining('/v2/auth/start?returnTo=/v2')).toBe('1');
    expect(await remaining('/v2/auth/callback?code=c&state=s')).toBe('0');
    expect(await remaining('/v2/payments/stripe/webhook', 'POST')).toBe('2999');
    expect(await readLimits(baseUrl, {})).toMatchObject({ status: 401, remaining: 1 });
  });

  it('counts the credentials of an organization together too, and states the nearer limit', async () => {
    const { baseUrl, answer } = await start({ RATE_LIMIT_AUTHENTICATED: '4', RATE_LIMIT_ORGANIZATION: '6' });
    answer(AuthenticationServiceService.authenticateApiKey, (_call, { keySha256 }) =>
      Promise.resolve({ principal: { ...principal, credentialId: keySha256 } }),
    );
    const reported = [];
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'c']) {
      const { status, limit, remaining } = await readLimits(baseUrl, { 'x-api-key': key });
      reported.push([key, status, limit, remaining]);
    }
    expect(reported).toEqual([
      ['a', 200, 4, 3],
      ['a', 200, 4, 2],
      ['a', 200, 4, 1],
      ['b', 200, 6, 2],
      ['b', 200, 6, 1],
      ['b', 200, 6, 0],
      ['b', 429, 6, 0],
      ['c', 429, 6, 0],
    ]);
  });

  it('does not let a key that is over its limit use up that of its organization', async () => {
    const { baseUrl, answer } = await start({ RATE_LIMIT_AUTHENTICATED: '2', RATE_LIMIT_ORGANIZATION: '4' });
    answer(AuthenticationServiceService.authenticateApiKey, (_call, { keySha256 }) =>
      Promise.resolve({ principal: { ...principal, credentialId: keySha256 } }),
    );
    for (let i = 0; i < 10; i += 1) await readLimits(baseUrl, { 'x-api-key': 'a' });
    expect(await readLimits(baseUrl, { 'x-api-key': 'b' })).toMatchObject({
      status: 200,
      limit: 2,
      remaining: 1,
    });
    expect(await readLimits(baseUrl, { 'x-api-key': 'b' })).toMatchObject({ status: 200, remaining: 0 });
  });

  it('does not count a valid key towards its address', async () => {
    const { baseUrl } = await start({ RATE_LIMIT_ANONYMOUS: '1' });
    await readLimits(baseUrl);
    await readLimits(baseUrl);
    expect(await readLimits(baseUrl, {})).toMatchObject({ status: 401, remaining: 0 });
  });

  it('believes X-Forwarded-For of a trusted proxy alone', async () => {
    const { baseUrl, startAnother } = await start({ RATE_LIMIT_ANONYMOUS: '1' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    expect(await readLimits(baseUrl, from('203.0.113.1'))).toMatchObject({ status: 401 });
    expect(await readLimits(baseUrl, from('203.0.113.2'))).toMatchObject({ status: 429 });
    const behindProxy = await startAnother({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' });
    const proxied = `http://${behindProxy.httpAddress}`;
    expect(await readLimits(proxied, from('203.0.113.1'))).toMatchObject({ status: 401 });
    expect(await readLimits(proxied, from('203.0.113.2'))).toMatchObject({ status: 401 });
    expect(await readLimits(proxied, from('203.0.113.1'))).toMatchObject({ status: 429 });
  });
});
