import { eventually } from '@assay/test-kit/eventually';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newApiKey } from '@assay/test-kit/organizations';
import { findRedisBinary, startOwnRedis } from '@assay/test-kit/servers/own-redis';
import type { OwnRedis } from '@assay/test-kit/servers/own-redis';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startAnotherGateway } from './another-gateway.ts';
import type { AnotherGateway } from './another-gateway.ts';

const binary = findRedisBinary();
const clients = 60;

let redis: OwnRedis;
let platform: LaunchedPlatform;
let proxied: AnotherGateway;
let firstKey: string;
let secondKey: string;
let gateways: readonly string[];

interface Answer {
  readonly status: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfter: string | null;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

async function ask(baseUrl: string | undefined, headers: Record<string, string>): Promise<Answer> {
  const sentAtMs = Date.now();
  const response = await fetch(`${baseUrl ?? ''}/v2/limits`, { headers });
  await response.arrayBuffer();
  const answeredAtMs = Date.now();
  const number = (name: string): number => Number(response.headers.get(name) ?? Number.NaN);
  return {
    status: response.status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    resetSeconds: number('x-ratelimit-reset'),
    retryAfter: response.headers.get('retry-after'),
    sentAtMs,
    answeredAtMs,
  };
}

/** Every client asks one gateway after the other, one request at a time; resolves to what each client was told. */
function askConcurrently(times: number, headersOf: (i: number) => Record<string, string>) {
  let asked = 0;
  const client = async (): Promise<Answer[]> => {
    const told: Answer[] = [];
    for (let i = asked++; i < times; i = asked++) told.push(await ask(gateways[i % 2], headersOf(i)));
    return told;
  };
  return Promise.all(Array.from({ length: clients }, client));
}

const isDescending = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value < (values[i - 1] ?? 0));

describe.skipIf(binary === undefined)(
  'the rate limit of two gateways (needs redis-server on the PATH)',
  () => {
    beforeAll(async () => {
      redis = await startOwnRedis(binary ?? '');
      const servers = { ...inject('servers'), redis: { url: redis.url } };
      platform = await launchPlatform({ servers, gateways: 2 });
      const owner = createRest(platform.baseUrl, platform.apiKey);
      firstKey = (await newApiKey(owner)).key;
      secondKey = (await newApiKey(owner)).key;
      proxied = await startAnotherGateway(platform, { TRUSTED_PROXIES: '127.0.0.1' });
      gateways = platform.gateways.map(({ baseUrl }) => baseUrl);
    });
    afterAll(async () => {
      await proxied.stop();
      await platform.stop();
      await redis.stop();
    });

    it('admits exactly 3,000 of 3,300 concurrent requests with one key, and every answer says where it stands', async () => {
      const told = await askConcurrently(3_300, () => ({ 'x-api-key': firstKey }));
      const answers = told.flat();
      const admitted = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 429);
      expect([answers.length, admitted.length, refused.length]).toEqual([3_300, 3_000, 300]);
      expect(answers.filter(({ limit }) => limit !== 3_000)).toEqual([]);
      const left = admitted.map(({ remaining }) => remaining).sort((a, b) => a - b);
      expect(left).toEqual(Array.from({ length: 3_000 }, (_, i) => i));
      for (const one of told) {
        expect(
          isDescending(one.filter(({ status }) => status === 200).map(({ remaining }) => remaining)),
        ).toBe(true);
      }
      expect(refused.filter(({ remaining }) => remaining !== 0)).toEqual([]);
      const resets = answers.map(({ resetSeconds }) => resetSeconds);
      expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1);
      // It was said some time between the request and its answer, in whole seconds.
      const isPromised = ({ retryAfter, resetSeconds, sentAtMs, answeredAtMs }: Answer) => {
        const seconds = Number(retryAfter ?? Number.NaN);
        return (
          sentAtMs / 1000 + seconds <= resetSeconds + 3 && answeredAtMs / 1000 + seconds >= resetSeconds - 3
        );
      };
      expect(refused.filter((one) => !isPromised(one))).toEqual([]);
      expect(admitted.filter(({ retryAfter }) => retryAfter !== null)).toEqual([]);
    });

    it('admits exactly 150 anonymous requests of one address, whatever addresses a client claims', async () => {
      const told = await askConcurrently(180, (i) => ({ 'x-forwarded-for': `203.0.113.${String(i)}` }));
      const answers = told.flat();
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(150);
      expect(answers.filter(({ status, limit }) => status === 429 && limit === 150)).toHaveLength(30);
    });

    it('believes the addresses that a configured proxy forwards, and only the last one', async () => {
      const from = (address: string) => ask(proxied.baseUrl, { 'x-forwarded-for': address });
      expect(await from('198.51.100.1')).toMatchObject({ status: 401, limit: 150, remaining: 149 });
      expect(await from('198.51.100.2')).toMatchObject({ status: 401, remaining: 149 });
      expect(await from('192.0.2.77, 198.51.100.1')).toMatchObject({ status: 401, remaining: 148 });
    });

    const secondKeyAsks = (gateway: number) => ask(gateways[gateway], { 'x-api-key': secondKey });

    it('goes on without Redis, each gateway from where it stood, and what each counted is added when Redis is back', async () => {
      const remaining = async (gateway: number) => (await secondKeyAsks(gateway)).remaining;
      expect([await remaining(0), await remaining(1)]).toEqual([2_999, 2_998]);

      await redis.server.kill();
      const served = await Promise.all(Array.from({ length: 20 }, (_, i) => secondKeyAsks(i % 2)));
      expect(served.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect([await remaining(0), await remaining(1)]).toEqual([2_988, 2_987]);

      await redis.server.restart();
      await eventually(async () => {
        const one = await remaining(0);
        const other = await remaining(1);
        expect(other).toBe(one - 1);
        // Redis forgot the first two, and was told of the 22 since.
        expect(one).toBeLessThanOrEqual(2_977);
      });
    });
  },
);
