import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { reconcileAccount } from './reconcile-account.ts';
import { reconcileHolds } from './reconcile-holds.ts';
import { reconcileTransactions } from './reconcile-transactions.ts';

export interface Reconciliation {
  readonly organizationId: string;
  /** In words; empty when the account is the sum of its ledger and its transactions tell the same. */
  readonly problems: readonly string[];
}

export interface ReconciledStores {
  readonly accounts: Pick<Deps['accounts'], 'find' | 'organizationIds'>;
  readonly ledger: Pick<Deps['ledger'], 'listAll' | 'organizationIds'>;
  readonly holds: Pick<Deps['holds'], 'listOpen' | 'listUnconfirmed'>;
  readonly transactions: Pick<Deps['transactions'], 'listAll' | 'organizationIds'>;
}

const maxReads = 10;
/** Longer than it takes until a hold is asked about again. */
const unconfirmedAfterMs = hours(1);

/** Compares every account with its ledger, its holds and its transactions. */
export async function* reconcileAccounts(
  stores: ReconciledStores,
  now: Date,
): AsyncGenerator<Reconciliation> {
  const known = new Set<string>();
  for await (const organizationId of stores.accounts.organizationIds()) {
    known.add(organizationId);
    const withoutRun = await holdsWithoutRun(stores, organizationId, now);
    yield { organizationId, problems: [...(await problemsOf(stores, organizationId)), ...withoutRun] };
  }
  const elsewhere = [await stores.ledger.organizationIds(), await stores.transactions.organizationIds()];
  for (const organizationId of new Set(elsewhere.flat())) {
    if (known.has(organizationId)) continue;
    const isOpen = (await stores.accounts.find(organizationId)) !== undefined;
    yield { organizationId, problems: isOpen ? [] : ['it has entries or transactions but no account'] };
  }
}

/**
 * Money that moves while it is read looks like a problem: such a reading does not count. Holds and
 * transactions are read after the ledger, since they are written after it.
 */
async function problemsOf(
  { accounts, holds, ledger, transactions }: ReconciledStores,
  organizationId: string,
): Promise<readonly string[]> {
  for (let read = 0; read < maxReads; read += 1) {
    const account = await accounts.find(organizationId);
    const entries = await ledger.listAll(organizationId);
    const openHolds = await holds.listOpen(organizationId);
    const payments = await transactions.listAll(organizationId);
    const after = await accounts.find(organizationId);
    if (account === undefined || account.version !== after?.version) continue;
    return [
      ...reconcileAccount(account, entries),
      ...reconcileHolds(account, entries, openHolds),
      ...reconcileTransactions(account, entries, payments),
    ];
  }
  return ['it never stood still long enough to be compared'];
}

/** Open holds of which nobody has said for long that their run is under way. */
async function holdsWithoutRun(
  { holds }: ReconciledStores,
  organizationId: string,
  now: Date,
): Promise<readonly string[]> {
  const since = new Date(now.getTime() - unconfirmedAfterMs);
  const unconfirmed = await holds.listUnconfirmed(organizationId, since);
  return unconfirmed.map(
    ({ runId, jobId, amountCents, createdAt }) =>
      `the hold of ${jobId ?? runId} over ${amountCents}, placed ${createdAt.toISOString()}, has no living ${jobId === undefined ? 'run' : 'job'}`,
  );
}
