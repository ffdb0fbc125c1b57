import type { CredentialKind, Role } from '@assay/proto/access/v1/access';

export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  /** The API key or session that was used. */
  readonly credentialId: string;
  /** What that is; undefined: not said, so that the caller counts as an API key. */
  readonly credentialKind?: CredentialKind | undefined;
  /** Modules the organization has. */
  readonly modules: readonly string[];
  /** The most the credential may spend; undefined: no limit. */
  readonly spendLimit?: SpendLimit | undefined;
  /** The limits of the keys that the credential was made with; what it spends counts against each of them too. */
  readonly inheritedSpendLimits?: readonly InheritedSpendLimit[] | undefined;
}

export interface InheritedSpendLimit {
  /** The key that has the limit. */
  readonly credentialId: string;
  readonly limit: SpendLimit;
}

export interface SpendLimit {
  /** Euro cents. */
  readonly limitCents: number;
  /** From midnight UTC on. */
  readonly period: 'day' | 'month';
}

/** A process that speaks for itself. */
export interface ServiceActor {
  readonly kind: 'service';
  readonly service: string;
}

/** Nobody: the request carries its credential itself. */
export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export type Actor = UserActor | ServiceActor | AnonymousActor;

/** Everything that lives as long as one call. */
export interface CallContext {
  readonly actor: Actor;
  /** The organization the call works in; every store query is scoped by it. */
  readonly organizationId: string;
  readonly requestId: string;
  /** W3C trace context. */
  readonly traceparent: string | undefined;
  /** The address of the client at the edge, for the audit; undefined: unknown. */
  readonly clientAddress?: string | undefined;
  /** Names this attempt and its repetitions; only rpcs whose access rule says `idempotent` look at it. */
  readonly idempotencyKey?: string | undefined;
  /** What an enforced idempotency key asks for, the same in every repetition; see `newIdFor`. */
  readonly operation?: string | undefined;
  /** When the caller stops waiting. */
  readonly deadline: Date;
  /** Aborted when the caller cancels or the deadline passes. */
  readonly signal: AbortSignal;
}

/** What of a call travels on to the next process. */
export type OutgoingCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId'> &
  Partial<Pick<CallContext, 'traceparent' | 'deadline' | 'signal' | 'clientAddress' | 'idempotencyKey'>> & {
    /** Called before the answer when it repeats that of an earlier call with the same idempotency key. */
    readonly onReplayed?: (() => void) | undefined;
  };

/** The calling person's id; services have none. */
export function readUserId(call: Pick<CallContext, 'actor'>): string {
  return call.actor.kind === 'user' ? call.actor.userId : '';
}
