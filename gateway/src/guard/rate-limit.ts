import type { FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';
import type { Config } from '../config.ts';
import { toNetwork } from '@assay/chassis/http/client-network';
import type { LookupGate } from './lookup-gate.ts';
import type { RateCount, RateCounter, RateLimit } from './counters/rate-counter.ts';

/** Counts a request and sets the X-RateLimit headers. Rejects with TOO_MANY_REQUESTS over the limit. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

type LimitConfig = Pick<
  Config,
  'rateLimitAnonymous' | 'rateLimitAuthenticated' | 'rateLimitOrganization' | 'rateLimitWindowMs'
>;

/** The use of the limit of which the fewest requests remain. */
interface LimitState {
  readonly max: number;
  /** Negative over the limit. */
  readonly remaining: number;
  readonly ttlMs: number;
  /** The owner of the limit in the error message. */
  readonly whose: string;
}

/** Creates the limit of requests. Run it once per request, after authentication. */
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

  /** Creates the error for a credential that was not looked up. It may be valid: a lookup is possible in the next second. */
  function lookupsExhausted({ ip }: FastifyRequest, reply: FastifyReply): RestError {
    const ttlMs = Math.max(0, gate.findWindowEnd(toNetwork(ip)).getTime() - Date.now());
    setHeaders(reply, { max: config.rateLimitAnonymous, remaining: 0, ttlMs, whose: '' });
    const message = 'Too many credentials from this address were refused. Try again in one second.';
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
  const message = `The rate limit of ${max} requests${whose} is exceeded. Try again after the seconds in \`Retry-After\`.`;
  return new RestError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}

/** Finds the limit with the fewest remaining requests; the first of several. */
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
    case 'guest':
      return [{ key: `guest:${authentication.guest.guestId}`, max: rateLimitAuthenticated }];
    case 'unreachable':
      return [{ key: `credential:${authentication.credentialId}`, max: rateLimitAuthenticated }];
    case 'unknown':
      return [{ key: `unknown:${authentication.sha256}`, max: rateLimitAuthenticated }];
    case 'anonymous':
    case 'refused':
    case 'throttled': {
      const { routeOptions, ip } = request;
      const { countedAs = authentication.kind === 'anonymous' ? 'address' : 'refused' } = routeOptions.config;
      const isFrequent = countedAs === 'payment-events' || countedAs === 'page-assets';
      const max = isFrequent ? rateLimitAuthenticated : rateLimitAnonymous;
      return [{ key: `${countedAs}:${toNetwork(ip)}`, max }];
    }
  }
}

function isCountedAsRefused(request: FastifyRequest): boolean {
  return request.authentication.kind === 'refused' && request.routeOptions.config.countedAs === undefined;
}
