import type { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { newId } from './ids.ts';

export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  /** The API key or session of the call. */
  readonly credentialId: string;
  /** The kind of the credential. undefined: unknown, and treated as an API key. */
  readonly credentialKind?: CredentialKind | undefined;
  /** The modules of the organization. */
  readonly modules: readonly string[];
  /** The maximum that the credential may spend. undefined: no limit. */
  readonly spendLimit?: SpendLimit | undefined;
  /** The limits of the keys by which the credential was created. Its spending counts against each of them too. */
  readonly inheritedSpendLimits?: readonly InheritedSpendLimit[] | undefined;
  /** The MCP tools that the credential may call. undefined: all tools that its role allows. */
  readonly allowedTools?: readonly string[] | undefined;
}

export interface InheritedSpendLimit {
  /** The key that has the limit. */
  readonly credentialId: string;
  readonly limit: SpendLimit;
}

export interface SpendLimit {
  /** Euro cents. */
  readonly limitCents: number;
  /** The period, which begins at midnight UTC. */
  readonly period: 'day' | 'month';
}

/** A process that calls in its own name. */
export interface ServiceActor {
  readonly kind: 'service';
  readonly service: string;
}

/** A person who works on one crowd job without an account. The organization of the call is that of the job. */
export interface GuestActor {
  readonly kind: 'guest';
  readonly guestId: string;
  /** The only job on which the guest may work. A request about another job is NOT_FOUND. */
  readonly jobId: string;
}

/** A client without an internal token: the request itself contains its credential, or its rpc needs none. */
export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export type Actor = UserActor | GuestActor | ServiceActor | AnonymousActor;

/** The context of a call, which lives as long as the call. */
export interface CallContext {
  readonly actor: Actor;
  /** The organization of the call. Every store query is scoped by it. */
  readonly organizationId: string;
  readonly requestId: string;
  /** W3C trace context. */
  readonly traceparent: string | undefined;
  /** The IP address of the client at the edge, for the audit log. undefined: unknown. */
  readonly clientAddress?: string | undefined;
  /** The kind of device of the client at the edge: `mobile`, `tablet` or `desktop`. undefined: unknown. */
  readonly deviceType?: string | undefined;
  /** The idempotency key of the client. Only rpcs whose access rule is `idempotent` use it. */
  readonly idempotencyKey?: string | undefined;
  /** A value that is the same in every repetition of a call with an idempotency key; see `newIdFor`. */
  readonly operation?: string | undefined;
  /** The time after which the client does not wait for an answer. */
  readonly deadline: Date;
  /** Aborted when the client cancels or the deadline passes. */
  readonly signal: AbortSignal;
}

/** The fields of a call that are sent to the next process. */
export type OutgoingCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId'> &
  Partial<
    Pick<
      CallContext,
      'traceparent' | 'deadline' | 'signal' | 'clientAddress' | 'deviceType' | 'idempotencyKey'
    >
  > & {
    /** Called when the answer repeats that of an earlier call with the same idempotency key. */
    readonly onReplayed?: (() => void) | undefined;
  };

/** Returns the id of the calling person, or '' for guests, services and anonymous clients. */
export function readUserId(call: Pick<CallContext, 'actor'>): string {
  return call.actor.kind === 'user' ? call.actor.userId : '';
}

/** Builds a call that a service makes in its own name. `requestId` continues the request that caused it. */
export function createServiceCall(
  service: string,
  organizationId: string,
  requestId: string = newId(),
): OutgoingCall {
  return { actor: { kind: 'service', service }, organizationId, requestId };
}
