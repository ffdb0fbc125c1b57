import type { Account } from '../account/account.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/** Selects the entries that a decision reads. For a job, these are its newest in the ledger and those that wait in the account. */
export type Subject =
  { readonly runId: string } | { readonly jobId: string } | { readonly transactionId: string };

/** Returns the recorded entries of the subject and those that wait. An entry may be in the ledger and still wait in the account. */
export function selectEntries(
  { pendingEntries }: Pick<Account, 'pendingEntries'>,
  subject: Subject | undefined,
  recorded: readonly LedgerEntry[] = [],
): readonly LedgerEntry[] {
  if (subject === undefined) return [];
  const known = new Set(recorded.map(({ cause }) => cause));
  return [
    ...recorded,
    ...pendingEntries.filter((entry) => isAbout(entry, subject) && !known.has(entry.cause)),
  ];
}

function isAbout({ runId, jobId, payment }: LedgerEntry, subject: Subject): boolean {
  if ('runId' in subject) return runId === subject.runId;
  if ('jobId' in subject) return jobId === subject.jobId;
  return payment?.transactionId === subject.transactionId;
}
