import type { JobHold } from '../job-hold/held-parts.ts';
import type { RunEnd } from '../run-hold/run-end.ts';

export type EntryType = 'hold' | 'release' | 'charge' | 'refund' | 'top_up';

/** What a posting enters into the ledger. */
export interface NewEntry {
  /** Such as `charge:<run id>` or `charge:<answer id>`; unique in the account, so that no cause moves money twice. */
  readonly cause: string;
  readonly type: EntryType;
  /** Negative for a top-up that the payment provider refunded. */
  readonly amountCents: number;
  /** Empty: none. */
  readonly runId: string;
  /** The hold it is about; left out where that is named by its run. */
  readonly holdId?: string;
  /** The crowd job whose money is moved; left out where there is none. */
  readonly jobId?: string;
  /** The stage whose money is moved; left out where there is none. */
  readonly stageSlug?: string;
  /** The rest of a hold that is charged in parts, directly after the entry; left out for other holds and in refunds. */
  readonly jobHold?: JobHold;
  /** The end of a run whose hold is charged in parts; only in the entry that notes it. */
  readonly runEnd?: RunEnd;
  /** The price of all accepted answers of a job of a run; only in the entry that notes that the job has closed. */
  readonly answersCents?: number;
  /** Empty: nobody in particular. */
  readonly userId: string;
  /** The credentials whose spending it counts to; left out where it counts to none. */
  readonly credentialIds?: readonly string[];
  /** The payment that caused it; left out where none did. */
  readonly payment?: Payment;
  /** Why, for people; left out where the type says it. */
  readonly note?: string;
}

/** An entry of the ledger, never changed again. */
export interface LedgerEntry extends NewEntry {
  readonly organizationId: string;
  /** 1, 2, 3, … in each account. */
  readonly sequence: number;
  readonly balanceAfterCents: number;
  readonly heldAfterCents: number;
  readonly createdAt: Date;
  /** The alert thresholds that the balance fell to with the posting whose last entry this is; missing if there are none. */
  readonly lowBalance?: LowBalance;
}

export interface LowBalance {
  readonly thresholdCents: readonly number[];
  readonly at: Date;
}

/** Entries by their cause. */
export type AppliedEntries = ReadonlyMap<string, LedgerEntry>;

export interface LedgerFilter {
  readonly type?: EntryType | undefined;
  readonly runId?: string | undefined;
  readonly jobId?: string | undefined;
}

/** A payment at a provider, as the ledger names it. */
export interface Payment {
  readonly provider: string;
  /** The top-up it pays for. */
  readonly transactionId: string;
  /** The provider's own id. */
  readonly providerTransactionId: string;
}

/** The key under which a cause is remembered for a hold. */
export function causeOf(type: 'hold' | 'release' | 'charge', holdId: string): string {
  return `${type}:${holdId}`;
}

/** Returns the cause of the refund of an answer. The causes of other refunds contain the id that the caller of `RefundCharge` chose. */
export function answerRefundCause(answerId: string): string {
  return `refund:answer:${answerId}`;
}

/** Reads the answer from the charge or the refund of it. */
export function readAnswerId({ cause }: Pick<NewEntry, 'cause'>): string {
  return cause.replace(/^(?:charge|refund:answer):/u, '');
}

/** The cause of the ledger entry that a paid top-up makes; also its transaction's idempotency key. */
export function topUpCause(topUpId: string): string {
  return `top_up:${topUpId}`;
}

/** Returns the cents of all entries of one type. */
export function sumEntries(entries: readonly LedgerEntry[], type: EntryType): number {
  return entries.reduce((sum, entry) => (entry.type === type ? sum + entry.amountCents : sum), 0);
}
