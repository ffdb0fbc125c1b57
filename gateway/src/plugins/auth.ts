import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '@assay/chassis/internal-token';
import type { Principal } from '@assay/proto/identity/v1/principal';
import type { Principals } from '../principals.ts';

/** What a request's credentials turned out to be. */
export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'principal'; readonly principal: Principal }
  /** Nobody could say: the request is neither let in nor counted as anonymous. */
  | { readonly kind: 'unknown'; readonly keySha256: string; readonly cause: unknown };

export const anonymous: Authentication = { kind: 'anonymous' };
const refused: Authentication = { kind: 'refused' };
const maxHeaderLength = 256;

/** Reads the credential of a request and finds whom it stands for; two credentials at once stand for nobody. */
export async function authenticate(
  { headers, call }: FastifyRequest,
  principals: Principals,
): Promise<Authentication> {
  const key = headers['x-api-key'];
  if (key === undefined && headers.authorization === undefined) return anonymous;
  if (typeof key !== 'string' || key === '' || headers.authorization !== undefined) return refused;
  const organizationId = headers['x-organization-id'] ?? '';
  if (typeof organizationId !== 'string' || organizationId.length > maxHeaderLength) return refused;
  const keySha256 = createHash('sha256').update(key).digest('hex');
  try {
    const principal = await principals.find({ keySha256, organizationId }, call);
    return principal === undefined ? refused : { kind: 'principal', principal };
  } catch (cause) {
    return { kind: 'unknown', keySha256, cause };
  }
}

/** Lets a request pass that its route allows, with its actor in `request.call`; throws UNAUTHENTICATED otherwise. */
export function admit(request: FastifyRequest): void {
  const { authentication, call } = request;
  if (authentication.kind === 'principal') {
    const { principal } = authentication;
    const { userId, role, credentialId, modules, organizationId } = principal;
    request.call = { ...call, organizationId, actor: { kind: 'user', userId, role, credentialId, modules } };
  }
  if (request.routeOptions.config.anonymous === true) return;
  if (authentication.kind === 'unknown') throw authentication.cause;
  if (authentication.kind !== 'principal') throw unauthenticated();
}
