import type { Account } from '../account/account.ts';
import { listLowBalances } from '../account/low-balance.ts';
import type { PendingEvent } from '../account/pending-event.ts';
import { dueAutoTopUp } from '../account/auto-top-up.ts';
import { afterEntry } from '../ledger/balances.ts';
import type { LedgerEntry, LowBalance, NewEntry } from '../ledger/ledger-entry.ts';

/** What of an account changes beside its money. */
type Settings = Partial<
  Pick<
    Account,
    'spending' | 'autoTopUp' | 'pendingAutoTopUp' | 'paymentSource' | 'lastTopUp' | 'alertThresholdCents'
  >
>;

/** What shall happen to an account, all of it or nothing. */
export interface Posting {
  readonly entries?: readonly NewEntry[];
  readonly settings?: Settings;
  readonly events?: readonly PendingEvent[];
  /** Whether this is an occasion to pay in by itself when little is left. */
  readonly mayTopUp?: boolean;
}

/** The account after a posting, its entries waiting to be recorded and its events to be published. */
export function accountAfter(before: Account, posting: Posting, now: Date): Account {
  const { entries: newEntries = [], settings, events = [] } = posting;
  const { account, entries } = afterEntries(before, newEntries, now);
  const after = {
    ...account,
    ...settings,
    version: before.version + 1,
    entryCount: before.entryCount + entries.length,
    pendingEntries: [...before.pendingEntries, ...entries],
    pendingEvents: [...before.pendingEvents, ...events, ...entries.flatMap(listLowBalances)],
  };
  return posting.mayTopUp === true ? withAutoTopUp(after, now) : after;
}

function afterEntries(before: Account, newEntries: readonly NewEntry[], now: Date) {
  const entries: LedgerEntry[] = [];
  let account = before;
  for (const entry of newEntries) {
    account = { ...account, ...afterEntry(account, entry.type, entry.amountCents) };
    entries.push({
      ...entry,
      organizationId: before.organizationId,
      sequence: before.entryCount + entries.length + 1,
      balanceAfterCents: account.availableCents,
      heldAfterCents: account.heldCents,
      createdAt: now,
    });
  }
  const last = entries.pop();
  if (last !== undefined) entries.push({ ...last, ...findLowBalance(before, last) });
  return { account, entries };
}

/** Finds the thresholds that the balance falls to. Each is found again only after the balance was above it. */
function findLowBalance(
  before: Account,
  { balanceAfterCents, createdAt: at }: LedgerEntry,
): { readonly lowBalance?: LowBalance } {
  const thresholdCents = before.alertThresholdCents.filter(
    (cents) => before.availableCents > cents && balanceAfterCents <= cents,
  );
  return thresholdCents.length === 0 ? {} : { lowBalance: { thresholdCents, at } };
}

function withAutoTopUp(account: Account, at: Date): Account {
  const due = dueAutoTopUp(account, at);
  if (due === null) return account;
  const event = { kind: 'auto-top-up-requested', topUpId: due.topUpId, at } as const;
  return { ...account, pendingAutoTopUp: due, pendingEvents: [...account.pendingEvents, event] };
}
