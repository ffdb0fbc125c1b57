import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { IPv6 } from 'ipaddr.js';
import { RestError } from '@assay/operations/errors/rest-error';
import type { Config } from '../config.ts';
import type { RateCounter } from './rate-counter.ts';

/** Counts a request and sets the X-RateLimit headers; rejects with 429 and Retry-After over the limit. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

type LimitConfig = Pick<Config, 'rateLimitAnonymous' | 'rateLimitAuthenticated' | 'rateLimitWindowMs'>;

/** To be run once per request, after authentication. */
export function createLimit(config: LimitConfig, counter: RateCounter): Limit {
  return async (request, reply) => {
    const max = isAnonymous(request) ? config.rateLimitAnonymous : config.rateLimitAuthenticated;
    const { count, ttlMs } = await counter.increment(keyOf(request), config.rateLimitWindowMs);
    void reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': Math.max(0, max - count),
      'x-ratelimit-reset': Math.ceil((Date.now() + ttlMs) / 1000),
    });
    if (count <= max) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(ttlMs / 1000));
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
      return `address:${networkOf(ip)}`;
  }
}

const prefixLength = 64;

/** One IPv4 address, or the IPv6 network a customer gets as a whole; an IPv4 address written as IPv6 is the same one. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${(address as IPv6).toString()}/${prefixLength}`).toString();
}
