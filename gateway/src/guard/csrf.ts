import type { FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws FORBIDDEN when a request with a session cookie changes data and does not come from a page of this origin. Browsers send
 * cookies also with requests that other sites cause. They name that site in Fetch Metadata headers; older browsers send the origin
 * of the page.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { authentication } = request;
  if (authentication.kind !== 'principal' || authentication.by !== 'session') return;
  const { method, headers, routeOptions } = request;
  const { anonymous = false, endsSession = false } = routeOptions.config;
  const changes = endsSession || !(anonymous || safeMethods.includes(method));
  if (!changes) return;
  const site = headers['sec-fetch-site'];
  // `none`: the user typed the address or opened it outside a page.
  if (site === 'same-origin' || (endsSession && site === 'none')) return;
  if (site === undefined && headers.origin !== undefined && headers.origin === publicUrl) return;
  throw new RestError(
    'FORBIDDEN',
    'With a session cookie, only pages of this site may send this request. Use an API key instead.',
  );
}
