import type { FastifyRequest } from 'fastify';
import type { SpendLimit, UserActor } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { unauthenticated } from '@assay/chassis/internal-token';
import type { SpendLimit as SpendLimitMessage } from '@assay/proto/identity/v1/api_key';
import type { Principal } from '@assay/proto/identity/v1/principal';
import { readCredential } from './credential.ts';
import type { Credential } from './credential.ts';
import type { Principals } from './principals.ts';

/** What a request's credential turned out to be. */
export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'principal'; readonly principal: Principal; readonly by: Credential['kind'] }
  /** The credential holds, but not in the organization the request names. */
  | { readonly kind: 'unreachable'; readonly credentialId: string }
  /** Nobody could say: the request is neither let in nor counted as anonymous. */
  | { readonly kind: 'unknown'; readonly sha256: string; readonly cause: unknown };

export const anonymous: Authentication = { kind: 'anonymous' };
const refused: Authentication = { kind: 'refused' };
/** Longer ones are nobody's id, and are not to be remembered. */
const maxIdLength = 64;

/** Reads the credential of a request and finds whom it stands for in the organization the request names. */
export async function authenticate(
  request: FastifyRequest,
  principals: Principals,
  session: string | undefined,
): Promise<Authentication> {
  const credential = readCredential(request.raw, session);
  if (credential === undefined) return anonymous;
  if (credential === 'malformed') return refused;
  try {
    return await identify(request, principals, credential);
  } catch (cause) {
    return { kind: 'unknown', sha256: credential.sha256, cause };
  }
}

async function identify(
  request: FastifyRequest,
  principals: Principals,
  credential: Credential,
): Promise<Authentication> {
  const organizationId = organizationOf(request);
  const chosen = organizationId ?? '';
  const standing = await principals.find(credential, chosen, request.call);
  if (standing.kind === 'refused') return refused;
  if (standing.kind === 'principal' && organizationId !== undefined) {
    return { ...standing, by: credential.kind };
  }
  // Counted with what else the credential asks for, whichever organizations it names.
  const anywhere =
    standing.kind === 'principal' ? standing : await principals.find(credential, '', request.call);
  if (anywhere.kind !== 'principal') return refused;
  return { kind: 'unreachable', credentialId: anywhere.principal.credentialId };
}

/** The organization a request names, in its path before any header; empty: none; undefined: one that cannot exist. */
function organizationOf({ headers, params, routeOptions }: FastifyRequest): string | undefined {
  const { organizationParam } = routeOptions.config;
  if (organizationParam === undefined) {
    const chosen = String(headers['x-organization-id'] ?? '');
    return chosen.length > maxIdLength ? undefined : chosen;
  }
  const named = (params as Readonly<Record<string, string>>)[organizationParam] ?? '';
  return named === '' || named.length > maxIdLength ? undefined : named;
}

/** Lets a request pass that its route allows, with its actor in `request.call`; throws UNAUTHENTICATED or NOT_FOUND. */
export function admit(request: FastifyRequest): void {
  const { authentication, call } = request;
  if (authentication.kind === 'principal') {
    const { principal } = authentication;
    request.call = { ...call, organizationId: principal.organizationId, actor: actorOf(principal) };
  }
  if (request.routeOptions.config.anonymous === true) return;
  if (authentication.kind === 'unknown') throw authentication.cause;
  if (authentication.kind === 'unreachable') throw notFound('organization');
  if (authentication.kind !== 'principal') throw unauthenticated();
}

function actorOf({ userId, role, credentialId, modules, spendLimit }: Principal): UserActor {
  const limit = spendLimit && { spendLimit: toSpendLimit(spendLimit) };
  return { kind: 'user', userId, role, credentialId, modules, ...limit };
}

/** A period this version does not know is taken for the longest, in which the least can be spent. */
function toSpendLimit({ limitCents, period }: SpendLimitMessage): SpendLimit {
  return { limitCents, period: period === 'SPEND_PERIOD_DAY' ? 'day' : 'month' };
}
