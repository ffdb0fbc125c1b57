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
export type Standing =
  | { readonly kind: 'principal'; readonly principal: Principal }
  /** The credential does not hold. */
  | { readonly kind: 'refused' }
  /** It holds, but not in that organization, which may not even exist. */
  | { readonly kind: 'unreachable' };

type Known = Standing | Promise<Standing | undefined> | undefined;
type Trace = Pick<OutgoingCall, 'traceparent' | 'deadline'>;

export interface Principals {
  /** What is remembered or being looked up already; undefined, perhaps only once that is known: it has to be asked for. */
  known(credential: Credential, organizationId: string): Known;
  /** `organizationId` empty: the user's default. Rejects when it cannot be found out. */
  find(credential: Credential, organizationId: string, trace: Trace): Promise<Standing>;
  /** Drops what is known about these credentials, users and organizations; the next request asks again. */
  forget(invalidated: CredentialsInvalidated): void;
  forgetAll(): void;
}

interface Entry {
  readonly standing: Standing;
  readonly untilMs: number;
}

interface Lookup {
  readonly standing: Promise<Standing>;
  /** Whom what was invalidated since it began concerns. */
  readonly invalidations: ((standing: Standing) => boolean)[];
}

export interface PrincipalsOptions {
  /** How long principals are remembered. */
  readonly cacheMs: number;
  readonly counted?: CacheLookups | undefined;
}

const maxRemembered = 10_000;
const refusalMs = 1_000;

/**
 * Looks principals up and remembers them for `cacheMs`, refusals for at most one second. Requests with the same credential
 * at the same time share one lookup. What was invalidated while it was looked up is not remembered, and whoever asked after
 * that has it looked up anew; which invalidations concern it is known with its answer.
 */
export function createPrincipals(
  ask: CallRpc,
  clock: Clock,
  { cacheMs, counted }: PrincipalsOptions,
): Principals {
  const remembered = new Map<string, Entry>();
  const lookups = new Map<string, Lookup>();

  function remember(key: string, standing: Standing): void {
    const [oldest] = remembered.keys();
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.delete(key);
    remembered.set(key, { standing, untilMs: endOf(standing, clock.now().getTime(), cacheMs) });
  }

  function begin(key: string, asked: Promise<Standing>): Promise<Standing> {
    const invalidations: Lookup['invalidations'] = [];
    const standing = asked
      .then((found) => {
        if (!invalidations.some((concerns) => concerns(found))) remember(key, found);
        return found;
      })
      .finally(() => lookups.delete(key));
    lookups.set(key, { standing, invalidations });
    return standing;
  }

  function known(key: string): Known {
    const entry = remembered.get(key);
    if (entry !== undefined && entry.untilMs > clock.now().getTime()) return entry.standing;
    const lookup = lookups.get(key);
    return lookup && join(lookup);
  }

  async function find(key: string, asked: () => Promise<Standing>): Promise<Standing> {
    for (;;) {
      const found = known(key);
      if (found === undefined) return begin(key, asked());
      const standing = await found;
      if (standing !== undefined) return standing;
    }
  }

  function invalidate(concerns: (standing: Standing) => boolean): void {
    for (const { invalidations } of lookups.values()) invalidations.push(concerns);
    for (const [key, { standing }] of remembered) if (concerns(standing)) remembered.delete(key);
  }

  return {
    known(credential, organizationId) {
      const found = known(keyOf(credential, organizationId));
      counted?.count(found !== undefined);
      return found;
    },
    find: (credential, organizationId, trace) =>
      find(keyOf(credential, organizationId), () => lookUp(ask, { credential, organizationId }, trace)),
    forget(invalidated) {
      invalidate((standing) => isConcerned(standing, invalidated));
    },
    forgetAll() {
      invalidate(() => true);
    },
  };
}

/** What a lookup finds; undefined when it may have asked before what had been invalidated until now. */
function join({ standing, invalidations }: Lookup): Promise<Standing | undefined> {
  const { length } = invalidations;
  if (length === 0) return standing;
  return standing.then((found) =>
    invalidations.slice(0, length).some((concerns) => concerns(found)) ? undefined : found,
  );
}

function keyOf({ kind, sha256 }: Credential, organizationId: string): string {
  return `${kind} ${sha256} ${organizationId}`;
}

function endOf(standing: Standing, nowMs: number, cacheMs: number): number {
  if (standing.kind !== 'principal') return nowMs + Math.min(refusalMs, cacheMs);
  return Math.min(nowMs + cacheMs, standing.principal.expiresAt?.getTime() ?? Infinity);
}

/** A refusal concerns everybody: it does not say whom it refused. */
function isConcerned(standing: Standing, invalidated: CredentialsInvalidated): boolean {
  if (standing.kind !== 'principal') return true;
  const { credentialId, userId, organizationId } = standing.principal;
  return (
    invalidated.credentialIds.includes(credentialId) ||
    invalidated.userIds.includes(userId) ||
    invalidated.organizationIds.includes(organizationId)
  );
}

interface Question {
  readonly credential: Credential;
  readonly organizationId: string;
}

/** Where nobody waits with a time of their own. */
const lookupMs = 10_000;

async function lookUp(ask: CallRpc, question: Question, trace: Trace): Promise<Standing> {
  const actor = { kind: 'service', service: 'gateway' } as const;
  // The lookup is shared: it ends with none of the requests that wait for it, and has the time of the first.
  const { traceparent, deadline = new Date(Date.now() + lookupMs) } = trace;
  const call = { actor, organizationId: '', requestId: newId(), traceparent, deadline };
  try {
    const { principal } = await authenticate(ask, call, question);
    return principal === undefined ? { kind: 'refused' } : { kind: 'principal', principal };
  } catch (error) {
    if (error instanceof DomainError && error.status === 'UNAUTHENTICATED') return { kind: 'refused' };
    if (error instanceof DomainError && error.status === 'NOT_FOUND') return { kind: 'unreachable' };
    throw error;
  }
}

function authenticate(
  ask: CallRpc,
  call: OutgoingCall,
  { credential: { kind, secret, sha256 }, organizationId }: Question,
): Promise<{ principal?: Principal | undefined }> {
  switch (kind) {
    case 'api-key':
      return ask(AuthenticationServiceService.authenticateApiKey, call, {
        keySha256: sha256,
        organizationId,
      });
    case 'bearer':
      return ask(AuthenticationServiceService.authenticateBearerToken, call, {
        token: secret,
        organizationId,
      });
    case 'session':
      return ask(AuthenticationServiceService.authenticateSession, call, {
        sessionSha256: sha256,
        organizationId,
      });
  }
}
