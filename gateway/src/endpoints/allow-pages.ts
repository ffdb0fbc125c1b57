import type { FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';
import type { RestApp } from '../rest-app.ts';

export type Origins = ReadonlySet<string | undefined>;

interface AllowedRoutes {
  readonly method: 'GET' | 'POST';
  readonly urls: readonly string[];
}

/** The time for which browsers remember that pages of an origin may send requests. Chromium allows no longer one. */
const preflightSeconds = 7_200;

/**
 * Allows pages of some origins to call the routes of a scope and to read the answers (CORS). They send a key or a token: without
 * `Access-Control-Allow-Credentials` a browser neither sends cookies nor shows an answer to a request with them.
 */
export function allowPages(scope: RestApp, origins: Origins, { method, urls }: AllowedRoutes): void {
  if (origins.size === 0) return;
  scope.addHook('onSend', ({ headers: { origin } }, reply, payload, done) => {
    varyByOrigin(reply);
    if (origin !== undefined && origins.has(origin))
      void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' });
    done(null, payload);
  });
  const answer = {
    'access-control-allow-methods': method,
    // The wildcard does not include Authorization.
    'access-control-allow-headers': '*, Authorization',
    'access-control-max-age': preflightSeconds,
  };
  // A preflight has no credential. The limit of anonymous requests would refuse it to a client that has one.
  const config = { anonymous: true, countedAs: 'page-assets' } as const;
  for (const url of urls) {
    scope.options(url, { config }, (request, reply) => {
      refuseForeignOrigin(request, origins);
      return reply.code(204).headers(answer).send();
    });
  }
}

function varyByOrigin(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
}

/** Refuses a request of a page of another site. Programs send no origin. */
export function refuseForeignOrigin({ headers: { origin } }: FastifyRequest, allowed: Origins): void {
  if (origin === undefined || allowed.has(origin)) return;
  throw new RestError(
    'FORBIDDEN',
    'Pages of this origin may not call the MCP endpoint. Call it from a program.',
  );
}
