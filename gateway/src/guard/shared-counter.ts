import { Redis } from 'ioredis';
import type { Runtime } from '@assay/chassis/process/runtime';
import { joinCounts } from './joined-counter.ts';
import type { CountedTogether, RateCount, RateCounter } from './rate-counter.ts';

export interface RedisServer {
  readonly url: string;
  /** Before every key. */
  readonly keyPrefix: string;
}

/** As `createLocalCounter` counts, in one step for all gateways: the window and the requests, then each limit's maximum. */
const script = `
  local left = tonumber(ARGV[2])
  local counts = {}
  for i, key in ipairs(KEYS) do
    if left == 0 then break end
    local count = redis.call('INCRBY', key, left)
    local ttl = redis.call('PTTL', key)
    if ttl < 0 then
      redis.call('PEXPIRE', key, ARGV[1])
      ttl = tonumber(ARGV[1])
    end
    counts[i] = { count, ttl }
    left = math.max(0, math.min(left, tonumber(ARGV[2 + i]) - (count - left)))
  end
  return counts
`;

/**
 * Counts in Redis, for all gateways together. While Redis cannot be reached, each gateway counts for itself in memory
 * and says so in the log: requests are limited less exactly, but never refused for lack of a counter.
 * Resolves once the first attempt to connect has succeeded or failed.
 */
export async function connectSharedCounter(
  server: RedisServer,
  runtime: Runtime,
  local: RateCounter,
): Promise<RateCounter> {
  const { logger, lifecycle, dependencies } = runtime;
  const redis = new Redis(server.url, {
    connectionName: 'gateway',
    keyPrefix: `${server.keyPrefix}rate:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
    scripts: { countRequests: { lua: script } },
  });
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown) logger.warn({ err: error }, 'Redis is away: every gateway counts requests for itself');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.info('Redis is back: requests are counted for all gateways together');
    isDown = false;
  });
  dependencies.add('redis', () => redis.status === 'ready');
  lifecycle.onStop('redis', () => {
    redis.disconnect();
  });
  await new Promise((resolve) => redis.once('ready', resolve).once('error', resolve));
  const shared = joinCounts(async (counted) => readReply(await countRequests(redis, counted)));
  return {
    async count(limits, windowMs) {
      if (redis.status !== 'ready') return local.count(limits, windowMs);
      try {
        return await shared.count(limits, windowMs);
      } catch (error) {
        redis.emit('error', error);
        return local.count(limits, windowMs);
      }
    },
  };
}

type CountRequests = (keys: number, ...keysThenArguments: (string | number)[]) => Promise<unknown>;

function countRequests(redis: Redis, { limits, windowMs, requests }: CountedTogether): Promise<unknown> {
  // ioredis adds a method for each of `scripts`, which its types cannot know.
  const scripted = redis as unknown as Record<'countRequests', CountRequests>;
  const keys = limits.map(({ key }) => key);
  return scripted.countRequests(keys.length, ...keys, windowMs, requests, ...limits.map(({ max }) => max));
}

function readReply(reply: unknown): RateCount[] {
  const pairs: readonly unknown[] = Array.isArray(reply) ? reply : [];
  if (pairs.length === 0) throw new Error('unexpected answer of Redis');
  return pairs.map((pair) => {
    const [count, ttlMs] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof count !== 'number' || typeof ttlMs !== 'number') throw new Error('unexpected answer of Redis');
    return { count, ttlMs };
  });
}
