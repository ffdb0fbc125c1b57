import { Redis } from 'ioredis';
import type { Clock } from '@assay/chassis/clock';
import type { Runtime } from '@assay/chassis/process/runtime';
import { joinCounts } from './joined-counter.ts';
import type { RateCount, RateCounter } from './rate-counter.ts';

const maxKeys = 50_000;

/** Counts in this process's memory; over 50,000 keys the window opened first is forgotten. */
export function createLocalCounter(clock: Clock): RateCounter {
  const windows = new Map<string, { count: number; endsMs: number }>();
  return {
    increment(key, windowMs) {
      const nowMs = clock.now().getTime();
      let window = windows.get(key);
      if (window === undefined || window.endsMs <= nowMs) {
        const [oldest] = windows.keys();
        if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest);
        window = { count: 0, endsMs: nowMs + windowMs };
        windows.delete(key);
        windows.set(key, window);
      }
      window.count += 1;
      return Promise.resolve({ count: window.count, ttlMs: window.endsMs - nowMs });
    },
  };
}

export interface RedisServer {
  readonly url: string;
  /** Before every key. */
  readonly keyPrefix: string;
}

const script = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    ttl = tonumber(ARGV[1])
  end
  return { count, ttl }
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
  const { logger, lifecycle } = runtime;
  const redis = new Redis(server.url, {
    connectionName: 'gateway',
    keyPrefix: `${server.keyPrefix}rate:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
    scripts: { countRequests: { lua: script, numberOfKeys: 1 } },
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
  lifecycle.onStop('redis', () => {
    redis.disconnect();
  });
  await new Promise((resolve) => redis.once('ready', resolve).once('error', resolve));
  const shared = joinCounts(async (key, windowMs, requests) =>
    readReply(await countRequests(redis, key, windowMs, requests)),
  );
  return {
    async increment(key, windowMs) {
      if (redis.status !== 'ready') return local.increment(key, windowMs);
      try {
        return await shared.increment(key, windowMs);
      } catch (error) {
        redis.emit('error', error);
        return local.increment(key, windowMs);
      }
    },
  };
}

type CountRequests = (key: string, windowMs: number, requests: number) => Promise<unknown>;

function countRequests(redis: Redis, ...counted: Parameters<CountRequests>): Promise<unknown> {
  // ioredis adds a method for each of `scripts`, which its types cannot know.
  const scripted = redis as unknown as Record<'countRequests', CountRequests>;
  return scripted.countRequests(...counted);
}

function readReply(reply: unknown): RateCount {
  const [count, ttlMs] = Array.isArray(reply) ? (reply as unknown[]) : [];
  if (typeof count !== 'number' || typeof ttlMs !== 'number') throw new Error('unexpected answer of Redis');
  return { count, ttlMs };
}
