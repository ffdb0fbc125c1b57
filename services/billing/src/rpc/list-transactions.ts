import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { readPage } from '@assay/chassis/pagination';
import type {
  ListTransactionsRequest,
  ListTransactionsResponse,
} from '@assay/proto/billing/v1/transactions_service';
import type { Deps } from '../deps.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { readStatus, readType, toTransactionMessage } from './transaction-message.ts';

export async function listTransactions(
  deps: Deps,
  { organizationId }: CallContext,
  request: ListTransactionsRequest,
): Promise<ListTransactionsResponse> {
  const page = readPage(request);
  const [status, type] = [readStatus(request.status), readType(request.type)];
  if (status === null) throw invalidField('status', 'status is not one there is');
  if (type === null) throw invalidField('type', 'type is not one there is');
  await bringUpToDate(deps, organizationId);
  const { items, total } = await deps.transactions.list(organizationId, { status, type }, page);
  return { transactions: items.map(toTransactionMessage), total };
}
