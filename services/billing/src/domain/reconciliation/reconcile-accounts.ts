import type { Deps } from '../../deps.ts';
import { reconcileAccount } from './reconcile-account.ts';
import { reconcileTransactions } from './reconcile-transactions.ts';

export interface Reconciliation {
  readonly organizationId: string;
  /** In words; empty when the account is the sum of its ledger and its transactions tell the same. */
  readonly problems: readonly string[];
}

export interface ReconciledStores {
  readonly accounts: Pick<Deps['accounts'], 'all' | 'find'>;
  readonly ledger: Pick<Deps['ledger'], 'listAll' | 'organizationIds'>;
  readonly transactions: Pick<Deps['transactions'], 'listAll' | 'organizationIds'>;
}

const maxReads = 10;

/** Compares every account with its ledger and its transactions. */
export async function* reconcileAccounts(stores: ReconciledStores): AsyncGenerator<Reconciliation> {
  const known = new Set<string>();
  for await (const { organizationId } of stores.accounts.all()) {
    known.add(organizationId);
    yield { organizationId, problems: await problemsOf(stores, organizationId) };
  }
  const elsewhere = [await stores.ledger.organizationIds(), await stores.transactions.organizationIds()];
  for (const organizationId of new Set(elsewhere.flat())) {
    if (known.has(organizationId)) continue;
    const isOpen = (await stores.accounts.find(organizationId)) !== undefined;
    yield { organizationId, problems: isOpen ? [] : ['it has entries or transactions but no account'] };
  }
}

/**
 * Money that moves while it is read looks like a problem: such a reading does not count. Transactions are read after the
 * ledger, since they are written after it.
 */
async function problemsOf(
  { accounts, ledger, transactions }: ReconciledStores,
  organizationId: string,
): Promise<readonly string[]> {
  for (let read = 0; read < maxReads; read += 1) {
    const account = await accounts.find(organizationId);
    const entries = await ledger.listAll(organizationId);
    const payments = await transactions.listAll(organizationId);
    const after = await accounts.find(organizationId);
    if (account === undefined || account.version !== after?.version) continue;
    return [...reconcileAccount(account, entries), ...reconcileTransactions(account, entries, payments)];
  }
  return ['it never stood still long enough to be compared'];
}
