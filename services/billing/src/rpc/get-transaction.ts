import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type {
  GetTransactionRequest,
  GetTransactionResponse,
} from '@assay/proto/billing/v1/transactions_service';
import type { Deps } from '../deps.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { toTransactionMessage } from './transaction-message.ts';

export async function getTransaction(
  deps: Deps,
  { organizationId }: CallContext,
  { transactionId }: GetTransactionRequest,
): Promise<GetTransactionResponse> {
  await bringUpToDate(deps, organizationId);
  const transaction = await deps.transactions.find(organizationId, transactionId);
  if (transaction === undefined) throw notFound('transaction');
  return { transaction: toTransactionMessage(transaction) };
}
