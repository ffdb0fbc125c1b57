import type { FastifyRequest } from 'fastify';
import { authorize } from '@assay/chassis/authorization';
import type { GuestActor, InheritedSpendLimit, SpendLimit, UserActor } from '@assay/chassis/call-context';
import { notFound, unauthenticated } from '@assay/chassis/errors';
import type {
  InheritedSpendLimit as InheritedSpendLimitMessage,
  SpendLimit as SpendLimitMessage,
} from '@assay/proto/identity/v1/api_key';
import type { Principal } from '@assay/proto/identity/v1/principal';
import { readCredential } from './credential.ts';
import type { Credential } from './credential.ts';
import { toNetwork } from '@assay/chassis/http/client-network';
import type { LookupGate } from './lookup-gate.ts';
import type { Guest, LookupResult } from './look-up.ts';
import type { Principals } from './principals.ts';

/** The result of authenticating a request. */
export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'principal'; readonly principal: Principal; readonly by: Credential['kind'] }
  /** The guest of a crowd job. Only the operations for guests admit it. */
  | { readonly kind: 'guest'; readonly guest: Guest }
  /** The credential is valid, but not in the organization that the request names. */
  | { readonly kind: 'unreachable'; readonly credentialId: string }
  /** The credential was not looked up, because too many credentials of this address were refused. */
  | { readonly kind: 'throttled' }
  /** The lookup failed. The request is not admitted and not counted as anonymous. */
  | { readonly kind: 'unknown'; readonly sha256: string; readonly cause: unknown };

export const anonymous: Authentication = { kind: 'anonymous' };
const refused: Authentication = { kind: 'refused' };
/** No id is longer. Longer values are not used as cache keys. */
const maxIdLength = 64;

export interface AuthenticationDeps {
  readonly principals: Principals;
  readonly gate: LookupGate;
}

/** Reads the credential of a request and looks up its principal in the organization that the request names. */
export async function authenticate(
  deps: AuthenticationDeps,
  request: FastifyRequest,
  session: string | undefined,
): Promise<Authentication> {
  const credential = readCredential(request.raw, session);
  if (credential === undefined) return anonymous;
  if (credential === 'malformed') return refused;
  try {
    return await identify(deps, request, credential);
  } catch (cause) {
    return { kind: 'unknown', sha256: credential.sha256, cause };
  }
}

async function identify(
  deps: AuthenticationDeps,
  request: FastifyRequest,
  credential: Credential,
): Promise<Authentication> {
  const { principals } = deps;
  const organizationId = readOrganizationId(request);
  // A guest has only the organization of its job.
  const chosen = credential.kind === 'guest' ? '' : (organizationId ?? '');
  const result =
    (await principals.findCached(credential, chosen)) ?? (await lookUp(deps, request, credential, chosen));
  if (result === undefined) return throttled(request);
  if (result.kind === 'refused') return refused;
  if (result.kind === 'guest') return { kind: 'guest', guest: result.guest };
  if (result.kind === 'principal' && organizationId !== undefined) {
    return { ...result, by: credential.kind };
  }
  // All requests of a credential count against the same limit, whichever organization they name.
  const anywhere = result.kind === 'principal' ? result : await principals.find(credential, '', request.call);
  if (anywhere.kind !== 'principal') return refused;
  return { kind: 'unreachable', credentialId: anywhere.principal.credentialId };
}

/** Looks the credential up; undefined when the address of the request has no lookups left. */
async function lookUp(
  { principals, gate }: AuthenticationDeps,
  request: FastifyRequest,
  credential: Credential,
  organizationId: string,
): Promise<LookupResult | undefined> {
  const lookup = await gate.begin(toNetwork(request.ip));
  if (lookup === undefined) return undefined;
  let isRefused = false;
  try {
    const result = await principals.find(credential, organizationId, request.call);
    isRefused = result.kind === 'refused' || result.kind === 'unreachable';
    return result;
  } finally {
    lookup.end(isRefused);
  }
}

/** Routes with their own anonymous limit need no credential, so a refused one does not keep the client out. */
function throttled({ routeOptions }: FastifyRequest): Authentication {
  return routeOptions.config.countedAs === undefined ? { kind: 'throttled' } : refused;
}

/** Returns the organization in the path of a request, else in its header; empty: none; undefined: the id cannot exist. */
function readOrganizationId({ headers, params, routeOptions }: FastifyRequest): string | undefined {
  const { organizationParam } = routeOptions.config;
  if (organizationParam === undefined) {
    const chosen = String(headers['x-organization-id'] ?? '');
    return chosen.length > maxIdLength ? undefined : chosen;
  }
  const named = (params as Readonly<Record<string, string>>)[organizationParam] ?? '';
  return named === '' || named.length > maxIdLength ? undefined : named;
}

/** Admits a request that its route allows and sets the actor of `request.call`. Throws UNAUTHENTICATED or NOT_FOUND. */
export function admit(request: FastifyRequest): void {
  const { authentication, call } = request;
  if (authentication.kind === 'principal') {
    const { principal } = authentication;
    const actor = actors.get(principal) ?? cacheActor(principal);
    request.call = { ...call, organizationId: principal.organizationId, actor };
  }
  const { anonymous: isOpen, credentialOptional } = request.routeOptions.config;
  if (isOpen === true) return;
  if (authentication.kind === 'anonymous' && credentialOptional === true) return;
  if (authentication.kind === 'guest') {
    admitGuest(request, authentication.guest);
    return;
  }
  if (authentication.kind === 'unknown') throw authentication.cause;
  if (authentication.kind === 'unreachable') throw notFound('organization');
  if (authentication.kind !== 'principal') throw unauthenticated();
}

/** Checks an admitted request against the access rules of its operation. Throws UNAUTHENTICATED or PERMISSION_DENIED. */
export function authorizeRequest({ call, routeOptions }: FastifyRequest): void {
  for (const rule of routeOptions.config.rules ?? []) authorize(rule, call.actor);
}

/** Admits a guest to an operation for guests. Throws UNAUTHENTICATED at others, and NOT_FOUND when it selects another organization. */
function admitGuest(request: FastifyRequest, guest: Guest): void {
  if (request.routeOptions.config.guests !== true) throw unauthenticated();
  const { organizationId } = guest;
  const chosen = readOrganizationId(request);
  if (chosen !== '' && chosen !== organizationId) throw notFound('organization');
  const actor = guestActors.get(guest) ?? cacheGuestActor(guest);
  request.call = { ...request.call, organizationId, actor };
}

const guestActors = new WeakMap<Guest, GuestActor>();

function cacheGuestActor(guest: Guest): GuestActor {
  const { guestId, jobId } = guest;
  const actor: GuestActor = { kind: 'guest', guestId, jobId };
  guestActors.set(guest, actor);
  return actor;
}

/** One actor for each cached principal. The token source caches tokens by the identity of the actor. */
const actors = new WeakMap<Principal, UserActor>();

function cacheActor(principal: Principal): UserActor {
  const actor = buildActor(principal);
  actors.set(principal, actor);
  return actor;
}

function buildActor(principal: Principal): UserActor {
  const { userId, role, credentialId, credentialKind, modules } = principal;
  const { spendLimit, inheritedSpendLimits, allowedTools } = principal;
  const inherited = inheritedSpendLimits?.limits ?? [];
  const limits = {
    ...(spendLimit && { spendLimit: toSpendLimit(spendLimit) }),
    ...(inherited.length > 0 && { inheritedSpendLimits: inherited.flatMap(toInherited) }),
    ...(allowedTools && { allowedTools: allowedTools.names }),
  };
  return { kind: 'user', userId, role, credentialId, credentialKind, modules, ...limits };
}

function toInherited({ credentialId, limit }: InheritedSpendLimitMessage): InheritedSpendLimit[] {
  return limit === undefined ? [] : [{ credentialId, limit: toSpendLimit(limit) }];
}

/** An unknown period is treated as the longest one, which is the strictest limit. */
function toSpendLimit({ limitCents, period }: SpendLimitMessage): SpendLimit {
  return { limitCents, period: period === 'SPEND_PERIOD_DAY' ? 'day' : 'month' };
}
