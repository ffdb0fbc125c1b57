import type { CallContext } from '@assay/chassis/call-context';

/** The call that decides something, as far as the audit shows it. */
export type AuditedCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId'> &
  Partial<Pick<CallContext, 'clientAddress' | 'traceparent'>>;

export interface AuditedChange {
  /** `scope.action`, such as `billing.top_up`. */
  readonly action: string;
  /** Such as `organization`. */
  readonly targetType: string;
  readonly targetId: string;
  readonly at: Date;
}

/** What happened to an account and its store publishes with the write that stores it. */
export type PendingEvent =
  | {
      readonly kind: 'balance-low';
      readonly thresholdCents: number;
      readonly availableCents: number;
      readonly at: Date;
    }
  | { readonly kind: 'auto-top-up-requested'; readonly topUpId: string; readonly at: Date }
  | {
      readonly kind: 'auto-top-up-disabled';
      readonly topUpId: string;
      /** For people. */
      readonly error: string;
      readonly at: Date;
    }
  | { readonly kind: 'audited'; readonly call: AuditedCall; readonly change: AuditedChange };
