import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { cancelExpiredTopUps } from '../top-up/cancel-expired-top-ups.ts';
import type { Transaction, TransactionFilter } from './transaction.ts';

type ReadTransactionsDeps = Pick<Deps, 'clock' | 'drainer' | 'postings' | 'transactions'>;

export interface TransactionQuery {
  readonly filter: TransactionFilter;
  readonly page: Page;
}

/** Newest first. */
export async function listTransactions(
  deps: ReadTransactionsDeps,
  organizationId: string,
  { filter, page }: TransactionQuery,
): Promise<PageOf<Transaction>> {
  await refresh(deps, organizationId);
  return deps.transactions.list(organizationId, filter, page);
}

/** NOT_FOUND for one of another organization too. */
export async function getTransaction(
  deps: ReadTransactionsDeps,
  organizationId: string,
  transactionId: string,
): Promise<Transaction> {
  await refresh(deps, organizationId);
  const transaction = await deps.transactions.find(organizationId, transactionId);
  if (transaction === undefined) throw notFound('transaction');
  return transaction;
}

/** Whatever was answered and whatever time has decided shows in the organization's transactions, even if no task came. */
async function refresh(deps: ReadTransactionsDeps, organizationId: string): Promise<void> {
  await deps.drainer.drain(organizationId);
  await cancelExpiredTopUps(deps, organizationId);
}
