import type { AuditedCall, AuditedChange } from '@assay/chassis/audit';

/** What happened to an account and its store publishes with the write that stores it. */
export type PendingEvent =
  | {
      readonly kind: 'balance-low';
      readonly thresholdCents: number;
      readonly availableCents: number;
      /** The cause of the last ledger entry of the posting. */
      readonly cause: string;
      readonly at: Date;
    }
  | {
      readonly kind: 'hold-overdue';
      readonly runId: string;
      /** Set for the hold of a job. */
      readonly jobId?: string | undefined;
      readonly holdId: string;
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
