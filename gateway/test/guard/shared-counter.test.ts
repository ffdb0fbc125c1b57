import { systemClock } from '@assay/chassis/clock';
import { createRuntime } from '@assay/chassis/process/runtime';
import type { Runtime } from '@assay/chassis/process/runtime';
import { findRedisBinary, startOwnRedis } from '@assay/test-kit/servers/own-redis';
import type { OwnRedis } from '@assay/test-kit/servers/own-redis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalCounter } from '../../src/guard/counters/local-counter.ts';
import type { RateCounter } from '../../src/guard/counters/rate-counter.ts';
import { connectSharedCounter } from '../../src/guard/counters/shared-counter.ts';

const binary = findRedisBinary();
const limits = [
  { key: 'credential', max: 100 },
  { key: 'organization', max: 1_000 },
];

let redis: OwnRedis;
let runtimes: Runtime[];
let said: string[];

beforeEach(async () => {
  redis = await startOwnRedis(binary ?? '');
  runtimes = [];
  said = [];
});
afterEach(async () => {
  for (const runtime of runtimes) await runtime.lifecycle.stop();
  await redis.stop();
});

/** Connects the counter of another gateway. `said` has its log lines. */
async function connect(): Promise<RateCounter> {
  const runtime = createRuntime('gateway', { logLevel: 'silent' });
  runtimes.push(runtime);
  const say = (...words: unknown[]) => said.push(String(words.at(-1)));
  const logger = Object.assign(runtime.logger, { info: say, warn: say });
  return connectSharedCounter(
    { url: redis.url, keyPrefix: 'assay:' },
    { ...runtime, logger },
    createLocalCounter(systemClock),
  );
}

async function count(counter: RateCounter): Promise<number[]> {
  return (await counter.count(limits, 600_000)).map(({ count: counted }) => counted);
}

function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(redis.server.pid ?? 0, name);
}

describe.skipIf(binary === undefined)('while Redis is slow (needs redis-server on the PATH)', () => {
  it('the count goes on, and is whole again for all gateways when Redis answers', async () => {
    const one = await connect();
    const other = await connect();
    for (let i = 1; i <= 10; i += 1) expect(await count(one)).toEqual([i, i]);
    signal('SIGSTOP');
    for (let i = 11; i <= 20; i += 1) expect(await count(one)).toEqual([i, i]);
    signal('SIGCONT');
    await expect.poll(async () => (await count(other))[0], { interval: 20 }).toBeGreaterThan(20);
    expect(said).toEqual(['Redis is slow: this process counts requests in memory until Redis responds']);
  });

  it('requests wait for it once, not each by itself', async () => {
    const counter = await connect();
    await count(counter);
    signal('SIGSTOP');
    await count(counter);
    let counted = 0;
    for (let i = 0; i < 1_000; i += 1) void count(counter).then(() => (counted += 1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(counted).toBe(1_000);
    signal('SIGCONT');
  });
});

describe.skipIf(binary === undefined)('when Redis dies (needs redis-server on the PATH)', () => {
  it('the count goes on from where it stood, and what was counted meanwhile is not lost', async () => {
    const one = await connect();
    const other = await connect();
    for (let i = 1; i <= 10; i += 1) await count(one);
    await redis.server.kill();
    for (let i = 11; i <= 20; i += 1) expect(await count(one)).toEqual([i, i]);
    await redis.server.restart();
    // The restart of Redis lost the first ten.
    await expect.poll(async () => (await count(other))[1], { interval: 200 }).toBeGreaterThan(10);
  });
});
