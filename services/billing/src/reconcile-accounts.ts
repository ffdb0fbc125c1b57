import { reconcile } from './domain/reconcile.ts';
import type { AccountStore } from './store/account-store.ts';
import type { LedgerStore } from './store/ledger-store.ts';

export interface Reconciliation {
  readonly organizationId: string;
  /** In words; empty when the account is the sum of its ledger. */
  readonly problems: readonly string[];
}

const maxReads = 10;

/** Compares every account with its ledger. */
export async function* reconcileAccounts(
  accounts: Pick<AccountStore, 'all' | 'find'>,
  ledger: Pick<LedgerStore, 'listAll'>,
): AsyncGenerator<Reconciliation> {
  for await (const { organizationId } of accounts.all()) {
    yield { organizationId, problems: await problemsOf(accounts, ledger, organizationId) };
  }
}

/** Money that moves between reading the account and its ledger looks like a problem: such a reading does not count. */
async function problemsOf(
  accounts: Pick<AccountStore, 'find'>,
  ledger: Pick<LedgerStore, 'listAll'>,
  organizationId: string,
): Promise<readonly string[]> {
  for (let read = 0; read < maxReads; read += 1) {
    const account = await accounts.find(organizationId);
    const entries = await ledger.listAll(organizationId);
    const after = await accounts.find(organizationId);
    if (account !== undefined && account.version === after?.version) return reconcile(account, entries);
  }
  return ['it never stood still long enough to be compared'];
}
