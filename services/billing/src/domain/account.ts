/** An organization's prepaid money in euro cents; available + held + spent = funded, at every instant. */
export interface Account extends Balances {
  readonly organizationId: string;
  /** Counts the moves; a move applies only to the version it was decided on. */
  readonly version: number;
  /** Counts the ledger entries ever made, so that a missing one shows. */
  readonly entryCount: number;
  readonly openHolds: readonly OpenHold[];
  /** Entries that are not yet known to be in the ledger. */
  readonly pendingEntries: readonly LedgerEntry[];
}

export interface Balances {
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
  readonly createdAt: Date;
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
  readonly amountCents: number;
  readonly balanceAfterCents: number;
  readonly heldAfterCents: number;
  /** Empty: none. */
  readonly runId: string;
  /** Empty: nobody in particular. */
  readonly userId: string;
  readonly createdAt: Date;
}

/** The key under which a cause is remembered for a run. */
export function causeOf(type: 'hold' | 'release' | 'charge', runId: string): string {
  return `${type}:${runId}`;
}
