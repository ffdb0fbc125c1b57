import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';

/** The call that changes something, as far as the audit shows it. */
export type AuditedCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId'> &
  Partial<Pick<CallContext, 'clientAddress' | 'traceparent'>>;

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

/** What is recorded of a change, with an id of its own; to be appended to the outbox in the write that makes the change. */
export function auditEvent(call: AuditedCall, change: AuditedChange): AuditEvent {
  const { actor } = call;
  return {
    id: newId(),
    organizationId: change.organizationId ?? call.organizationId,
    actorId: change.actorId ?? (actor.kind === 'user' ? actor.userId : ''),
    action: change.action,
    targetType: change.targetType,
    targetId: change.targetId,
    ip: call.clientAddress ?? '',
    createdAt: change.at,
  };
}
