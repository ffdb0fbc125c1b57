import type { CallContext } from './call-context.ts';

/** The fields of a call that an audit event contains. */
export type AuditedCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId'> &
  Partial<Pick<CallContext, 'clientAddress' | 'traceparent'>>;

/** A change made by a call. */
export interface AuditedChange {
  /** `scope.action`, such as `member.role_change`. */
  readonly action: string;
  /** The type of the changed object, such as `user`. */
  readonly targetType: string;
  readonly targetId: string;
  readonly at: Date;
  /** The reason that the user stated. */
  readonly reason?: string | undefined;
  /** The organization of the change. Default: that of the call. Empty: no organization. */
  readonly organizationId?: string | undefined;
  /** The user who made the change. Default: the user of the call. Empty: the platform itself. */
  readonly actorId?: string | undefined;
}
