import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import type { Deps } from '../deps.ts';
import { getTransaction, listTransactions } from '../domain/transaction/read-transactions.ts';
import { readTransactionQuery, toTransactionMessage, toTransactionsMessage } from './transaction-message.ts';

export const transactionsRpcs: Rpcs<Deps, typeof TransactionsServiceService> = {
  listTransactions: async (deps, { organizationId }, request) =>
    toTransactionsMessage(await listTransactions(deps, organizationId, readTransactionQuery(request))),
  getTransaction: async (deps, { organizationId }, { transactionId }) => ({
    transaction: toTransactionMessage(await getTransaction(deps, organizationId, transactionId)),
  }),
};
