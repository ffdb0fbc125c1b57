import type { AccountNews } from './account-news.ts';
import type { Payment } from './payment.ts';
import type { Spending } from './spending.ts';

/** An organization's prepaid money in euro cents; available + held + spent = funded, at every instant. */
export interface Account extends Balances {
  readonly organizationId: string;
  /** Counts the moves; a move applies only to the version it was decided on. */
  readonly version: number;
  /** Counts the ledger entries ever made, so that a missing one shows. */
  readonly entryCount: number;
  readonly openHolds: readonly OpenHold[];
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
  readonly news: readonly AccountNews[];
}

export interface Balances {
  /** Negative only after a payment provider paid back what was spent already. */
  readonly availableCents: number;
  readonly heldCents: number;
  readonly spentCents: number;
  readonly fundedCents: number;
}

/** Money that is reserved for a run in progress. */
export interface OpenHold {
  readonly runId: string;
  readonly amountCents: number;
  /** Who started the run. */
  readonly userId: string;
  /** The credential whose spending it counts to. Empty: none. */
  readonly credentialId: string;
  readonly createdAt: Date;
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
}

/** A payment that was made, whose method may be charged again while nobody is there. */
export interface PaymentSource {
  readonly provider: string;
  /** The provider's id of who paid. */
  readonly customerId: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
}

export type EntryType = 'hold' | 'release' | 'charge' | 'refund' | 'top_up';

/** One move of money, never changed again. */
export interface LedgerEntry {
  /** Such as `charge:<run id>`; unique in the account, so that no cause moves money twice. */
  readonly cause: string;
  readonly organizationId: string;
  /** 1, 2, 3, … in each account. */
  readonly sequence: number;
  readonly type: EntryType;
  /** Negative for a top-up that the payment provider paid back. */
  readonly amountCents: number;
  readonly balanceAfterCents: number;
  readonly heldAfterCents: number;
  /** Empty: none. */
  readonly runId: string;
  /** Empty: nobody in particular. */
  readonly userId: string;
  /** The payment that caused it; left out where none did. */
  readonly payment?: Payment;
  /** Why, for people; left out where the type says it. */
  readonly note?: string;
  readonly createdAt: Date;
}

/** The key under which a cause is remembered for a run. */
export function causeOf(type: 'hold' | 'release' | 'charge', runId: string): string {
  return `${type}:${runId}`;
}

/** An account in which nothing has happened yet. */
export function emptyAccount(organizationId: string): Account {
  return {
    organizationId,
    availableCents: 0,
    heldCents: 0,
    spentCents: 0,
    fundedCents: 0,
    version: 0,
    entryCount: 0,
    openHolds: [],
    spending: [],
    autoTopUp: null,
    pendingAutoTopUp: null,
    paymentSource: null,
    lastTopUp: null,
    alertThresholdCents: [],
    pendingEntries: [],
    news: [],
  };
}
