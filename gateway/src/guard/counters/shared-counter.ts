import { Redis } from 'ioredis';
import type { Runtime } from '@assay/chassis/process/runtime';
import { createSingleFlight } from '@assay/chassis/process/single-flight';
import { createBatchingCounter } from './batching-counter.ts';
import type { LocalCounter } from './local-counter.ts';
import type { RequestBatch, RateCount, RateCounter } from './rate-counter.ts';

export interface RedisServer {
  readonly url: string;
  /** Prefix of all keys. */
  readonly keyPrefix: string;
}

/**
 * The algorithm of `createLocalCounter` in one atomic step. Arguments: the window in milliseconds, the requests, then the
 * maximum of each limit.
 */
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
 * Counts the requests of all gateways in Redis. While Redis is unavailable or slow, each gateway continues from the last counts in
 * its memory and adds its own counts when Redis responds again. Limits are then less exact, but Redis never delays or refuses a
 * request. Resolves after the first attempt to connect has succeeded or failed.
 */
export async function connectSharedCounter(
  server: RedisServer,
  runtime: Pick<Runtime, 'logger' | 'lifecycle' | 'dependencies'>,
  local: LocalCounter,
): Promise<RateCounter> {
  const { logger, lifecycle, dependencies } = runtime;
  const redis = openRedis(server);
  const counter = createSharedCounter(redis, runtime, local);
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown)
      logger.warn({ err: error }, 'Redis is unavailable: each gateway process counts requests separately');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.info('Redis is available again: all gateway processes count requests together');
    isDown = false;
    counter.shareLocalCounts();
  });
  dependencies.add('redis', () => redis.status === 'ready');
  lifecycle.onStop('redis', () => {
    redis.disconnect();
  });
  await new Promise((resolve) => redis.once('ready', resolve).once('error', resolve));
  return counter;
}

interface SharedCounter extends RateCounter {
  /** Adds the requests that only this process has counted to the counts in Redis. */
  shareLocalCounts(): void;
}

function createSharedCounter(
  redis: Redis,
  { logger, lifecycle }: Pick<Runtime, 'logger' | 'lifecycle'>,
  local: LocalCounter,
): SharedCounter {
  const shared = createBatchingCounter(async (counted) => {
    const counts = readReply(await countRequests(redis, counted));
    local.continueFrom(counted.limits, counts);
    return counts;
  });

  function shareLocalCounts(): void {
    for (const { key, requests, ttlMs } of local.takeUnsharedCounts()) {
      const counted = { limits: [{ key, max: Number.MAX_SAFE_INTEGER }], windowMs: ttlMs, requests };
      countRequests(redis, counted).catch((error: unknown) => {
        logger.debug({ err: error, key }, 'requests counted in memory could not be added in Redis');
      });
    }
  }

  const recovery = createSingleFlight(async () => {
    logger.info('Redis is slow: this process counts requests in memory until Redis responds');
    while (redis.status === 'ready' && !lifecycle.stopping.aborted) {
      const outcome = await redis.ping().catch((error: unknown) => error);
      if (isTimeout(outcome)) continue;
      // Without a connection, `ready` of the next one shares the counts.
      if (outcome === 'PONG') shareLocalCounts();
      return;
    }
  });

  return {
    shareLocalCounts,
    async count(limits, windowMs) {
      if (recovery.isRunning || redis.status !== 'ready') return local.count(limits, windowMs);
      try {
        return await shared.count(limits, windowMs);
      } catch (error) {
        if (!isTimeout(error)) {
          redis.emit('error', error);
          return local.count(limits, windowMs);
        }
        void recovery.run();
        return local.countWithoutSharing(limits, windowMs);
      }
    },
  };
}

function openRedis({ url, keyPrefix }: RedisServer): Redis {
  return new Redis(url, {
    connectionName: 'gateway',
    keyPrefix: `${keyPrefix}rate:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
    scripts: { countRequests: { lua: script } },
  });
}

/** ioredis has no class for this error. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out';
}

type CountRequests = (keys: number, ...keysThenArguments: (string | number)[]) => Promise<unknown>;

function countRequests(redis: Redis, { limits, windowMs, requests }: RequestBatch): Promise<unknown> {
  // ioredis adds a method for each entry of `scripts`, which its types do not declare.
  const scripted = redis as unknown as Record<'countRequests', CountRequests>;
  const keys = limits.map(({ key }) => key);
  return scripted.countRequests(keys.length, ...keys, windowMs, requests, ...limits.map(({ max }) => max));
}

function readReply(reply: unknown): RateCount[] {
  const pairs: readonly unknown[] = Array.isArray(reply) ? reply : [];
  if (pairs.length === 0) throw new Error('Redis returned an unexpected reply');
  return pairs.map((pair) => {
    const [count, ttlMs] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof count !== 'number' || typeof ttlMs !== 'number')
      throw new Error('Redis returned an unexpected reply');
    return { count, ttlMs };
  });
}
