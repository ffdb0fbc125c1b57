import { EventEmitter } from 'node:events';
import type { Clock } from '@assay/chassis/clock';
import type { CacheLookups } from '@assay/chassis/metrics';
import type { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { CallRpc } from '@assay/operations/operation';
import type { GuestsRemoved } from '@assay/proto/crowd/v1/guests_service';
import type { Credential } from './credential.ts';
import { lookUp } from './look-up.ts';
import type { LookupResult, Trace } from './look-up.ts';

type Known = LookupResult | Promise<LookupResult | undefined> | undefined;

export interface Principals {
  /** Returns the cached or pending result. Undefined, or a promise of undefined, means that a lookup is needed. */
  findCached(credential: Credential, organizationId: string): Known;
  /**
   * Looks a credential up. An empty `organizationId` means the user's default organization; guests have only that of their job. Rejects
   * when the lookup fails.
   */
  find(credential: Credential, organizationId: string, trace: Trace): Promise<LookupResult>;
  /** Removes the cached results of these credentials, users and organizations. */
  invalidate(invalidated: CredentialsInvalidated): void;
  /** Removes the cached guests of these jobs. */
  invalidateGuests(removed: GuestsRemoved): void;
  invalidateAll(): void;
  /** Calls the listener after each invalidation, until the returned function is called. */
  onInvalidation(listener: () => void): () => void;
}

interface Entry {
  readonly result: LookupResult;
  readonly untilMs: number;
}

interface Lookup {
  readonly result: Promise<LookupResult>;
  /** The invalidations since the lookup began: each returns true when it concerns the result. */
  readonly invalidations: ((result: LookupResult) => boolean)[];
}

export interface PrincipalsOptions {
  /** The time for which principals are cached. */
  readonly cacheMs: number;
  readonly counted?: CacheLookups | undefined;
}

const maxCached = 10_000;
const refusalMs = 1_000;

/**
 * Looks principals up and caches them for `cacheMs`, refusals for at most one second. Concurrent requests with the same credential
 * share one lookup. A result that was invalidated during its lookup is not cached, and requests that came after the invalidation
 * look it up again. The lookup must end first, because only its result shows which invalidations concern it.
 */
export function createPrincipals(
  callRpc: CallRpc,
  clock: Clock,
  { cacheMs, counted }: PrincipalsOptions,
): Principals {
  const cache = new Map<string, Entry>();
  const lookups = new Map<string, Lookup>();
  const changes = new EventEmitter().setMaxListeners(0);

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
    changes.emit('invalidated');
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
    invalidate: (invalidated) => invalidate((result) => isConcerned(result, invalidated)),
    invalidateGuests: ({ jobIds }) => invalidate((result) => isOfJobs(result, jobIds)),
    invalidateAll: () => invalidate(() => true),
    onInvalidation: (listener) => subscribe(changes, listener),
  };
}

function subscribe(changes: EventEmitter, listener: () => void): () => void {
  changes.on('invalidated', listener);
  return () => changes.off('invalidated', listener);
}

/** Returns the result of a pending lookup; undefined when an earlier invalidation concerns it. */
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
  if (result.kind === 'refused' || result.kind === 'unreachable') return nowMs + Math.min(refusalMs, cacheMs);
  const { expiresAt } = result.kind === 'guest' ? result.guest : result.principal;
  return Math.min(nowMs + cacheMs, expiresAt?.getTime() ?? Infinity);
}

/** Returns true when an invalidation concerns a result. Each one concerns a refusal, which does not name a user, and none a guest. */
function isConcerned(result: LookupResult, invalidated: CredentialsInvalidated): boolean {
  if (result.kind === 'guest') return false;
  if (result.kind !== 'principal') return true;
  const { credentialId, userId, organizationId } = result.principal;
  return (
    invalidated.credentialIds.includes(credentialId) ||
    invalidated.userIds.includes(userId) ||
    invalidated.organizationIds.includes(organizationId)
  );
}

function isOfJobs(result: LookupResult, jobIds: readonly string[]): boolean {
  return result.kind === 'guest' && jobIds.includes(result.guest.jobId);
}
