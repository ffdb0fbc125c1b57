import { noMoney } from '../ledger/balances.ts';
import type { Balances } from '../ledger/balances.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Spending } from '../spending/spending.ts';
import type { PendingEvent } from './pending-event.ts';

/** An organization's prepaid money in euro cents; available + held + spent = funded, at every instant. */
export interface Account extends Balances {
  readonly organizationId: string;
  /** Counts the postings; a posting applies only to the version it was decided on. */
  readonly version: number;
  /** Counts the ledger entries ever made, so that a missing one shows. */
  readonly entryCount: number;
  /** What credentials with a limit have spent in the periods that go on. */
  readonly spending: readonly Spending[];
  readonly autoTopUp: AutoTopUp | null;
  /** The one that is under way. */
  readonly pendingAutoTopUp: PendingAutoTopUp | null;
  /** What the last payment was made with. */
  readonly paymentSource: PaymentSource | null;
  readonly lastTopUp: LastTopUp | null;
  /** At which available balances the admins are told, highest first. */
  readonly alertThresholdCents: readonly number[];
  /** Entries that are not yet known to be in the ledger. */
  readonly pendingEntries: readonly LedgerEntry[];
  /** What happened since it was read and others shall hear of. */
  readonly pendingEvents: readonly PendingEvent[];
}

export interface LastTopUp {
  readonly amountCents: number;
  readonly paidAt: Date;
}

/** Pays in by itself when little is left. */
export interface AutoTopUp {
  readonly enabled: boolean;
  /** When available falls below this. */
  readonly thresholdCents: number;
  /** Up to this. */
  readonly targetCents: number;
  /** Failures in a row. */
  readonly failures: number;
  /** Why the last attempt failed, for people. Empty: it did not. */
  readonly lastError: string;
}

export interface PendingAutoTopUp {
  readonly topUpId: string;
  readonly amountCents: number;
  /** When it is asked for again, unless it was charged by then. Missing, as it was before this was kept: it is late. */
  readonly dueAt?: Date;
}

/** A payment that was made, whose method may be charged again while nobody is there. */
export interface PaymentSource {
  readonly provider: string;
  /** The provider's id of who paid. */
  readonly customerId: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
}

/** An account in which nothing has happened yet. */
export function emptyAccount(organizationId: string): Account {
  return {
    organizationId,
    ...noMoney,
    version: 0,
    entryCount: 0,
    spending: [],
    autoTopUp: null,
    pendingAutoTopUp: null,
    paymentSource: null,
    lastTopUp: null,
    alertThresholdCents: [],
    pendingEntries: [],
    pendingEvents: [],
  };
}
