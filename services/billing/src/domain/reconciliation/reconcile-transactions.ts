import type { Account } from '../account/account.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Transaction } from '../transaction/transaction.ts';

/**
 * What is wrong between the payments of an account and its ledger, in words: every charge, refund and top-up that moved
 * money has its transaction, and every transaction that succeeded has its entry, over the same amount.
 */
export function reconcileTransactions(
  { pendingEntries }: Account,
  recorded: readonly LedgerEntry[],
  transactions: readonly Transaction[],
): readonly string[] {
  const entries = new Map([...recorded, ...pendingEntries].map((entry) => [entry.cause, entry]));
  const byKey = new Map(transactions.map((transaction) => [transaction.idempotencyKey, transaction]));
  // An entry that still waits in the account may be ahead of its transaction.
  const waiting = new Set(pendingEntries.map(({ cause }) => cause));
  const settled = [...entries.values()].filter((entry) => isPayment(entry) && !waiting.has(entry.cause));
  return [
    ...settled.flatMap((entry) => entryProblems(entry, byKey.get(entry.cause))),
    ...transactions.flatMap((transaction) =>
      transactionProblems(transaction, entries.get(transaction.idempotencyKey), waiting),
    ),
  ];
}

function isPayment({ type, payment }: LedgerEntry): boolean {
  return type === 'charge' || type === 'refund' || (type === 'top_up' && payment !== undefined);
}

function entryProblems({ cause, amountCents }: LedgerEntry, transaction: Transaction | undefined): string[] {
  if (transaction?.status !== 'succeeded') return [`${cause} has no transaction that succeeded`];
  if (transaction.amountCents === Math.abs(amountCents)) return [];
  return [`${cause} is over ${amountCents}, its transaction over ${transaction.amountCents}`];
}

function transactionProblems(
  { id, status, idempotencyKey }: Transaction,
  entry: LedgerEntry | undefined,
  waiting: ReadonlySet<string>,
): string[] {
  if (status === 'succeeded' && entry === undefined)
    return [`transaction ${id} succeeded without ${idempotencyKey}`];
  if (status !== 'succeeded' && entry !== undefined && !waiting.has(idempotencyKey)) {
    return [`transaction ${id} is ${status}, but ${idempotencyKey} moved money`];
  }
  return [];
}
