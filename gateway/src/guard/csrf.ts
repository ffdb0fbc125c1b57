import type { FastifyRequest } from 'fastify';
import { RestError } from '@assay/operations/errors/rest-error';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws FORBIDDEN for a request that changes something in the name of a session cookie and was not caused by a page of
 * this origin. Browsers send cookies along with what other sites make them ask for; they also say which site that was
 * (Fetch Metadata), or, older ones, the origin of the page.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { authentication } = request;
  if (authentication.kind !== 'principal' || authentication.by !== 'session') return;
  const { method, headers, routeOptions } = request;
  const { anonymous = false, endsSession = false } = routeOptions.config;
  const changes = endsSession || !(anonymous || safeMethods.includes(method));
  if (!changes) return;
  const site = headers['sec-fetch-site'];
  // `none`: typed, or opened from outside any page.
  if (site === 'same-origin' || (endsSession && site === 'none')) return;
  if (site === undefined && headers.origin !== undefined && headers.origin === publicUrl) return;
  throw new RestError('FORBIDDEN', 'with a session cookie, only pages of this site may ask for this');
}
