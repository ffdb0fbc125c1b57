import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Clock } from '@assay/chassis/clock';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { Principal } from '@assay/proto/identity/v1/principal';
import type { Clients } from './clients.ts';

/** A hashed key and the organization it is used in; empty: the user's default. */
export interface Credential {
  readonly keySha256: string;
  readonly organizationId: string;
}

type Authenticator = Pick<Clients['authentication'], 'authenticateApiKey'>;
type Trace = Pick<OutgoingCall, 'traceparent'>;

export interface Principals {
  /** Whom the key stands for, undefined for a key that does not work. Rejects when that cannot be found out. */
  find(credential: Credential, trace: Trace): Promise<Principal | undefined>;
  /** Drops what is known about these credentials; the next request asks again. */
  forget(credentialIds: readonly string[]): void;
  forgetAll(): void;
}

interface Entry {
  readonly principal: Principal | undefined;
  readonly untilMs: number;
}

const maxRemembered = 10_000;
const refusalMs = 1_000;

/**
 * Looks principals up by key hash and remembers them for `cacheMs`, refusals for at most one second. Requests with the
 * same key at the same time share one lookup; what was looked up before a `forget` is not remembered after it.
 */
export function createPrincipals(authentication: Authenticator, clock: Clock, cacheMs: number): Principals {
  const remembered = new Map<string, Entry>();
  const lookups = new Map<string, Promise<Principal | undefined>>();
  let generation = 0;

  function remember(key: string, principal: Principal | undefined): void {
    const nowMs = clock.now().getTime();
    const lifetimeMs = principal === undefined ? Math.min(refusalMs, cacheMs) : cacheMs;
    const untilMs = Math.min(nowMs + lifetimeMs, principal?.expiresAt?.getTime() ?? Infinity);
    const [oldest] = remembered.keys();
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.delete(key);
    remembered.set(key, { principal, untilMs });
  }

  function begin(key: string, lookup: Promise<Principal | undefined>): Promise<Principal | undefined> {
    const startedIn = generation;
    const shared = lookup
      .then((principal) => {
        if (generation === startedIn) remember(key, principal);
        return principal;
      })
      .finally(() => {
        if (lookups.get(key) === shared) lookups.delete(key);
      });
    lookups.set(key, shared);
    return shared;
  }

  return {
    find(credential, trace) {
      const key = `${credential.keySha256} ${credential.organizationId}`;
      const known = remembered.get(key);
      if (known !== undefined && known.untilMs > clock.now().getTime())
        return Promise.resolve(known.principal);
      return lookups.get(key) ?? begin(key, lookUp(authentication, credential, trace));
    },
    forget(credentialIds) {
      generation += 1;
      lookups.clear();
      for (const [key, { principal }] of remembered) {
        if (principal !== undefined && credentialIds.includes(principal.credentialId)) remembered.delete(key);
      }
    },
    forgetAll() {
      generation += 1;
      lookups.clear();
      remembered.clear();
    },
  };
}

async function lookUp(
  authentication: Authenticator,
  credential: Credential,
  trace: Trace,
): Promise<Principal | undefined> {
  const actor = { kind: 'service', service: 'gateway' } as const;
  // The lookup is shared, so it is bound to none of the requests that wait for it.
  const call = { actor, organizationId: '', requestId: newId(), traceparent: trace.traceparent };
  try {
    const { principal } = await authentication.authenticateApiKey(call, credential);
    return principal;
  } catch (error) {
    if (error instanceof DomainError && error.status === 'UNAUTHENTICATED') return undefined;
    throw error;
  }
}
