import type { CallContext } from './call-context.ts';

/** The call that changes something, as far as the audit shows it. */
export type AuditedCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId'> &
  Partial<Pick<CallContext, 'clientAddress' | 'traceparent'>>;

/** What a call changed. */
export interface AuditedChange {
  /** `scope.action`, such as `member.role_change`. */
  readonly action: string;
  /** Such as `user`. */
  readonly targetType: string;
  readonly targetId: string;
  readonly at: Date;
  /** Where it happened; the call's organization unless given. Empty: in none. */
  readonly organizationId?: string | undefined;
  /** The user who did it; the call's unless given. Empty: the platform itself. */
  readonly actorId?: string | undefined;
}
