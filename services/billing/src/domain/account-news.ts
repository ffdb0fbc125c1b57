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

/** What an account tells others about itself. */
export type AccountNews =
  | BalanceLowNews
  | { readonly kind: 'auto-top-up-requested'; readonly topUpId: string; readonly at: Date }
  | AutoTopUpDisabledNews
  | { readonly kind: 'audited'; readonly call: AuditedCall; readonly change: AuditedChange };

export interface BalanceLowNews {
  readonly kind: 'balance-low';
  readonly thresholdCents: number;
  readonly availableCents: number;
  readonly at: Date;
}

export interface AutoTopUpDisabledNews {
  readonly kind: 'auto-top-up-disabled';
  readonly topUpId: string;
  /** For people. */
  readonly error: string;
  readonly at: Date;
}
