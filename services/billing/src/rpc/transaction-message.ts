import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type { PageOf } from '@assay/chassis/pagination';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import type { Transaction as TransactionMessage } from '@assay/proto/billing/v1/transaction';
import type {
  ListTransactionsRequest,
  ListTransactionsResponse,
} from '@assay/proto/billing/v1/transactions_service';
import type { TransactionQuery } from '../domain/transaction/read-transactions.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';

export const transactionStatuses = createEnumCodec(TransactionStatus);
const types = createEnumCodec(TransactionType);

export function readTransactionQuery({ status, type, ...page }: ListTransactionsRequest): TransactionQuery {
  return {
    page,
    filter: { status: transactionStatuses.read('status', status), type: types.read('type', type) },
  };
}

export function toTransactionsMessage({ items, ...facts }: PageOf<Transaction>): ListTransactionsResponse {
  return { transactions: items.map(toTransactionMessage), ...facts };
}

export function toTransactionMessage(transaction: Transaction): TransactionMessage {
  const { status, type, userId, providerTransactionId, reference, metadata, ...rest } = transaction;
  return {
    ...rest,
    userId: optionalText(userId),
    type: types.toMessage(type),
    status: transactionStatuses.toMessage(status),
    providerTransactionId: optionalText(providerTransactionId),
    reference: optionalText(reference),
    metadata: { ...metadata },
  };
}
