import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import type { RateCounter } from '../rate-counter.ts';
import { RestError } from '../rest/rest-error.ts';
import type { RestApp } from '../rest-app.ts';

/** Counts a request and sets the X-RateLimit headers; rejects with 429 and Retry-After over the limit. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

type LimitConfig = Pick<GatewayConfig, 'rateLimitAnonymous' | 'rateLimitAuthenticated' | 'rateLimitWindowMs'>;

/** Registers the limiter; the returned function is to run once per request, after authentication. */
export async function createLimit(app: RestApp, config: LimitConfig, counter: RateCounter): Promise<Limit> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: config.rateLimitWindowMs,
    max: (request) => (isAnonymous(request) ? config.rateLimitAnonymous : config.rateLimitAuthenticated),
    keyGenerator: keyOf,
    store: storeOf(counter),
  });
  const count = app.createRateLimit();
  return async (request, reply) => {
    const result = await count(request);
    if (result.isAllowed) return;
    const { max, remaining, ttl, isExceeded } = result;
    void reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': Math.ceil((Date.now() + ttl) / 1000),
    });
    if (!isExceeded) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(ttl / 1000));
    throw new RestError('TOO_MANY_REQUESTS', `rate limit of ${max} requests exceeded`, {
      retryAfterSeconds,
    });
  };
}

function isAnonymous({ authentication }: FastifyRequest): boolean {
  return authentication.kind === 'anonymous' || authentication.kind === 'refused';
}

function keyOf({ authentication, ip }: FastifyRequest): string {
  switch (authentication.kind) {
    case 'principal':
      return `credential:${authentication.principal.credentialId}`;
    case 'unreachable':
      return `credential:${authentication.credentialId}`;
    case 'unknown':
      return `unknown:${authentication.sha256}`;
    case 'anonymous':
    case 'refused':
      return `address:${rateLimit.normalizeIP(ip)}`;
  }
}

/** The plugin wants a constructor, and a child per route; every route counts together. */
function storeOf(counter: RateCounter) {
  return class Store {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      counter.increment(key, windowMs).then(
        ({ count, ttlMs }) => {
          done(null, { current: count, ttl: ttlMs });
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    }

    child(): this {
      return this;
    }
  };
}
