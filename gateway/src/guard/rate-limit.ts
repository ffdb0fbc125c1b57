import type { FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';
import type { Config } from '../config.ts';
import { toNetwork } from './client-network.ts';
import type { LookupGate } from './lookup-gate.ts';
import type { RateCount, RateCounter, RateLimit } from './rate-counter.ts';

/** Counts a request and sets the X-RateLimit headers; rejects with 429 and Retry-After over the limit. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

type LimitConfig = Pick<
  Config,
  'rateLimitAnonymous' | 'rateLimitAuthenticated' | 'rateLimitOrganization' | 'rateLimitWindowMs'
>;

/** How far a request has used up the nearest of its limits. */
interface LimitState {
  readonly max: number;
  /** Below zero: over the limit. */
  readonly remaining: number;
  readonly ttlMs: number;
  /** Whom the limit is for, as an error says it. */
  readonly whose: string;
}

/** To be run once per request, after authentication. */
export function createLimit(config: LimitConfig, counter: RateCounter, gate: LookupGate): Limit {
  return async (request, reply) => {
    if (request.authentication.kind === 'throttled') throw lookupsExhausted(request, reply);
    const limits = selectLimits(request, config);
    const counts = await counter.count(limits, config.rateLimitWindowMs);
    const state = findTightest(limits, counts);
    setHeaders(reply, state);
    if (isCountedAsRefused(request) && counts[0] !== undefined)
      gate.recordRefusals(toNetwork(request.ip), counts[0]);
    if (state.remaining < 0) throw limitExceeded(state);
  };

  /** The credential may be good, and there is a lookup to be had in a second. */
  function lookupsExhausted({ ip }: FastifyRequest, reply: FastifyReply): RestError {
    const ttlMs = Math.max(0, gate.findWindowEnd(toNetwork(ip)).getTime() - Date.now());
    setHeaders(reply, { max: config.rateLimitAnonymous, remaining: 0, ttlMs, whose: '' });
    const message = 'too many credentials of this address were refused';
    return new RestError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: 1 });
  }
}

function setHeaders(reply: FastifyReply, { max, remaining, ttlMs }: LimitState): void {
  void reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': Math.max(0, remaining),
    'x-ratelimit-reset': Math.ceil((Date.now() + ttlMs) / 1000),
  });
}

function limitExceeded({ max, ttlMs, whose }: LimitState): RestError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ttlMs / 1000));
  const message = `rate limit of ${max} requests${whose} exceeded`;
  return new RestError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}

/** The limit of which the least is left; of two the first. */
function findTightest(limits: readonly RateLimit[], counts: readonly RateCount[]): LimitState {
  const countRemaining = (index: number): number => (limits[index]?.max ?? 0) - (counts[index]?.count ?? 0);
  let near = 0;
  for (const index of counts.keys()) if (countRemaining(index) < countRemaining(near)) near = index;
  const { max = 0 } = limits[near] ?? {};
  const { ttlMs = 0 } = counts[near] ?? {};
  return { max, remaining: countRemaining(near), ttlMs, whose: near === 0 ? '' : ' of the organization' };
}

function selectLimits(request: FastifyRequest, config: LimitConfig): RateLimit[] {
  const { authentication } = request;
  const { rateLimitAuthenticated, rateLimitAnonymous, rateLimitOrganization } = config;
  switch (authentication.kind) {
    case 'principal': {
      const { credentialId, organizationId } = authentication.principal;
      const own = { key: `credential:${credentialId}`, max: rateLimitAuthenticated };
      if (organizationId === '') return [own];
      return [own, { key: `organization:${organizationId}`, max: rateLimitOrganization }];
    }
    case 'unreachable':
      return [{ key: `credential:${authentication.credentialId}`, max: rateLimitAuthenticated }];
    case 'unknown':
      return [{ key: `unknown:${authentication.sha256}`, max: rateLimitAuthenticated }];
    case 'anonymous':
    case 'refused':
    case 'throttled': {
      const { routeOptions, ip } = request;
      const { countedAs = authentication.kind === 'anonymous' ? 'address' : 'refused' } = routeOptions.config;
      const max = countedAs === 'payment-events' ? rateLimitAuthenticated : rateLimitAnonymous;
      return [{ key: `${countedAs}:${toNetwork(ip)}`, max }];
    }
  }
}

function isCountedAsRefused(request: FastifyRequest): boolean {
  return request.authentication.kind === 'refused' && request.routeOptions.config.countedAs === undefined;
}
