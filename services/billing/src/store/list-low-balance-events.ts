import type { OutboxEntry } from '@assay/chassis/events/event';
import { listLowBalances } from '../domain/account/low-balance.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { accountEvent } from '../events/account-events.ts';
import type { openStores } from './open-stores.ts';

/**
 * Builds the events of all balances that fell to an alert threshold at or after `since`, of every organization, in no order. An entry
 * leaves the account after it has reached the ledger, so the accounts are read first; an entry in both yields its events twice.
 */
export async function* listLowBalanceEvents(
  { accounts, ledger }: Pick<ReturnType<typeof openStores>, 'accounts' | 'ledger'>,
  since: Date,
): AsyncGenerator<OutboxEntry> {
  for await (const entry of accounts.waitingEntries(since)) yield* buildEvents(entry);
  for await (const entry of ledger.listLowBalances(since)) yield* buildEvents(entry);
}

function buildEvents(entry: LedgerEntry): readonly OutboxEntry[] {
  return listLowBalances(entry).map((event) => accountEvent(entry.organizationId, event));
}
