import type { AuditedCall } from '@assay/chassis/audit';

/** The circumstances of a write of an answer, and the events that it publishes. */
export interface AnswerWrite {
  readonly now: Date;
  readonly news?: readonly ('received' | 'accepted' | 'rejected')[];
  /** The call that made the change. */
  readonly call?: AuditedCall;
  /** The action for the audit log, such as `crowd_answer.reject`. Needs the call. */
  readonly audited?: string;
  /** The reason that the user stated, for the audit log. */
  readonly reason?: string;
  /** The object of the action. By default it is the answer. */
  readonly auditedTarget?: { readonly type: string; readonly id: string };
}
