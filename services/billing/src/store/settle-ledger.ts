import type { Db } from 'mongodb';
import { emptyAccount } from '../domain/account/account.ts';
import type { Account } from '../domain/account/account.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { reconcileHolds } from '../domain/reconciliation/reconcile-holds.ts';
import { openStores } from './open-stores.ts';

type Stores = ReturnType<typeof openStores>;

/**
 * Makes a restored database agree with its accounts, which were read first: what was entered into the ledger after an account was
 * read is in no balance of it. Such entries go, holds become what the others say, and so do payments: a top-up that was paid
 * meanwhile is pending again, for the provider to report once more.
 */
export async function settleLedger(db: Db): Promise<void> {
  const stores = openStores(db, { notify: () => undefined });
  const known = new Set<string>();
  for await (const organizationId of stores.accounts.organizationIds()) {
    known.add(organizationId);
    const account = await stores.accounts.find(organizationId);
    if (account !== undefined) await settleAccount(stores, account);
  }
  const elsewhere = [await stores.ledger.organizationIds(), await stores.transactions.organizationIds()];
  for (const organizationId of new Set(elsewhere.flat())) {
    if (!known.has(organizationId)) await settleAccount(stores, emptyAccount(organizationId));
  }
}

async function settleAccount(stores: Stores, account: Account): Promise<void> {
  const { organizationId, entryCount, pendingEntries } = account;
  await stores.ledger.removeAfter(organizationId, entryCount);
  const recorded = await stores.ledger.listAll(organizationId);
  const openHolds = await stores.holds.listOpen(organizationId);
  const entries = new Map([...recorded, ...pendingEntries].map((entry) => [entry.cause, entry]));
  // What still waits in the account is told to the holds when it is recorded.
  const isNewer = await stores.holds.hasRecordedAfter(organizationId, entryCount);
  if (isNewer || reconcileHolds(account, recorded, openHolds).length > 0)
    await rebuildHolds(stores, account, recorded);
  await stores.transactions.undoUnrecorded(organizationId, entries);
}

async function rebuildHolds(
  { holds }: Stores,
  { organizationId }: Account,
  recorded: readonly LedgerEntry[],
): Promise<void> {
  await holds.removeAll(organizationId);
  await holds.record(recorded.toSorted((a, b) => a.sequence - b.sequence));
}
