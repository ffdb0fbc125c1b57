import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Clock } from '@assay/chassis/clock';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { CacheLookups } from '@assay/chassis/metrics';
import type { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { Principal } from '@assay/proto/identity/v1/principal';
import type { CallRpc } from '@assay/operations/operation';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import type { Credential } from './credential.ts';

/** Whom a credential stands for in one organization, or why nobody. */
export type LookupResult =
  | { readonly kind: 'principal'; readonly principal: Principal }
  /** The credential does not hold. */
  | { readonly kind: 'refused' }
  /** It holds, but not in that organization, which may not even exist. */
  | { readonly kind: 'unreachable' };

type Known = LookupResult | Promise<LookupResult | undefined> | undefined;
type Trace = Pick<OutgoingCall, 'traceparent' | 'deadline'>;

export interface Principals {
  /** What is remembered or being looked up already; undefined, perhaps only once that is known: it has to be asked for. */
  findCached(credential: Credential, organizationId: string): Known;
  /** `organizationId` empty: the user's default. Rejects when it cannot be found out. */
  find(credential: Credential, organizationId: string, trace: Trace): Promise<LookupResult>;
  /** Drops what is known about these credentials, users and organizations; the next request asks again. */
  invalidate(invalidated: CredentialsInvalidated): void;
  invalidateAll(): void;
}

interface Entry {
  readonly result: LookupResult;
  readonly untilMs: number;
}

interface Lookup {
  readonly result: Promise<LookupResult>;
  /** Whom what was invalidated since it began concerns. */
  readonly invalidations: ((result: LookupResult) => boolean)[];
}

export interface PrincipalsOptions {
  /** How long principals are remembered. */
  readonly cacheMs: number;
  readonly counted?: CacheLookups | undefined;
}

const maxCached = 10_000;
const refusalMs = 1_000;

/**
 * Looks principals up and remembers them for `cacheMs`, refusals for at most one second. Requests with the same credential
 * at the same time share one lookup. What was invalidated while it was looked up is not remembered, and whoever asked after
 * that has it looked up anew; which invalidations concern it is known with its answer.
 */
export function createPrincipals(
  callRpc: CallRpc,
  clock: Clock,
  { cacheMs, counted }: PrincipalsOptions,
): Principals {
  const cache = new Map<string, Entry>();
  const lookups = new Map<string, Lookup>();

  function store(key: string, result: LookupResult): void {
    const [oldest] = cache.keys();
    if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
    cache.delete(key);
    cache.set(key, { result, untilMs: computeExpiryMs(result, clock.now().getTime(), cacheMs) });
  }

  function begin(key: string, pending: Promise<LookupResult>): Promise<LookupResult> {
    const invalidations: Lookup['invalidations'] = [];
    const result = pending
      .then((found) => {
        if (!invalidations.some((concerns) => concerns(found))) store(key, found);
        return found;
      })
      .finally(() => lookups.delete(key));
    lookups.set(key, { result, invalidations });
    return result;
  }

  function findCached(key: string): Known {
    const entry = cache.get(key);
    if (entry !== undefined && entry.untilMs > clock.now().getTime()) return entry.result;
    const lookup = lookups.get(key);
    return lookup && join(lookup);
  }

  async function find(key: string, pending: () => Promise<LookupResult>): Promise<LookupResult> {
    for (;;) {
      const found = findCached(key);
      if (found === undefined) return begin(key, pending());
      const result = await found;
      if (result !== undefined) return result;
    }
  }

  function invalidate(concerns: (result: LookupResult) => boolean): void {
    for (const { invalidations } of lookups.values()) invalidations.push(concerns);
    for (const [key, { result }] of cache) if (concerns(result)) cache.delete(key);
  }

  return {
    findCached(credential, organizationId) {
      const found = findCached(buildKey(credential, organizationId));
      counted?.count(found !== undefined);
      return found;
    },
    find: (credential, organizationId, trace) =>
      find(buildKey(credential, organizationId), () =>
        lookUp(callRpc, { credential, organizationId }, trace),
      ),
    invalidate(invalidated) {
      invalidate((result) => isConcerned(result, invalidated));
    },
    invalidateAll() {
      invalidate(() => true);
    },
  };
}

/** What a lookup finds; undefined when it may have asked before what had been invalidated until now. */
function join({ result, invalidations }: Lookup): Promise<LookupResult | undefined> {
  const { length } = invalidations;
  if (length === 0) return result;
  return result.then((found) =>
    invalidations.slice(0, length).some((concerns) => concerns(found)) ? undefined : found,
  );
}

function buildKey({ kind, sha256 }: Credential, organizationId: string): string {
  return `${kind} ${sha256} ${organizationId}`;
}

function computeExpiryMs(result: LookupResult, nowMs: number, cacheMs: number): number {
  if (result.kind !== 'principal') return nowMs + Math.min(refusalMs, cacheMs);
  return Math.min(nowMs + cacheMs, result.principal.expiresAt?.getTime() ?? Infinity);
}

/** A refusal concerns everybody: it does not say whom it refused. */
function isConcerned(result: LookupResult, invalidated: CredentialsInvalidated): boolean {
  if (result.kind !== 'principal') return true;
  const { credentialId, userId, organizationId } = result.principal;
  return (
    invalidated.credentialIds.includes(credentialId) ||
    invalidated.userIds.includes(userId) ||
    invalidated.organizationIds.includes(organizationId)
  );
}

interface LookupRequest {
  readonly credential: Credential;
  readonly organizationId: string;
}

/** Where nobody waits with a time of their own. */
const lookupMs = 10_000;

async function lookUp(callRpc: CallRpc, request: LookupRequest, trace: Trace): Promise<LookupResult> {
  const actor = { kind: 'service', service: 'gateway' } as const;
  // The lookup is shared: it ends with none of the requests that wait for it, and has the time of the first.
  const { traceparent, deadline = new Date(Date.now() + lookupMs) } = trace;
  const call = { actor, organizationId: '', requestId: newId(), traceparent, deadline };
  try {
    const { principal } = await authenticate(callRpc, call, request);
    return principal === undefined ? { kind: 'refused' } : { kind: 'principal', principal };
  } catch (error) {
    if (error instanceof DomainError && error.status === 'UNAUTHENTICATED') return { kind: 'refused' };
    if (error instanceof DomainError && error.status === 'NOT_FOUND') return { kind: 'unreachable' };
    throw error;
  }
}

function authenticate(
  callRpc: CallRpc,
  call: OutgoingCall,
  { credential: { kind, secret, sha256 }, organizationId }: LookupRequest,
): Promise<{ principal?: Principal | undefined }> {
  switch (kind) {
    case 'api-key':
      return callRpc(AuthenticationServiceService.authenticateApiKey, call, {
        keySha256: sha256,
        organizationId,
      });
    case 'bearer':
      return callRpc(AuthenticationServiceService.authenticateBearerToken, call, {
        token: secret,
        organizationId,
      });
    case 'session':
      return callRpc(AuthenticationServiceService.authenticateSession, call, {
        sessionSha256: sha256,
        organizationId,
      });
  }
}
