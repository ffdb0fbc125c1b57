import { invalidField } from '@assay/chassis/errors';
import { optionalText } from '@assay/chassis/grpc/optional-text';
import type { PageOf } from '@assay/chassis/pagination';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import type { Transaction as TransactionMessage } from '@assay/proto/billing/v1/transaction';
import type {
  ListTransactionsRequest,
  ListTransactionsResponse,
} from '@assay/proto/billing/v1/transactions_service';
import type { TransactionQuery } from '../domain/transaction/read-transactions.ts';
import type {
  TransactionStatus as Status,
  Transaction,
  TransactionType as Type,
} from '../domain/transaction/transaction.ts';

const statuses = {
  pending: TransactionStatus.PENDING,
  succeeded: TransactionStatus.SUCCEEDED,
  failed: TransactionStatus.FAILED,
  canceled: TransactionStatus.CANCELED,
} as const satisfies Record<Status, TransactionStatus>;

const types = {
  charge: TransactionType.CHARGE,
  refund: TransactionType.REFUND,
} as const satisfies Record<Type, TransactionType>;

export function readTransactionQuery({ status, type, ...page }: ListTransactionsRequest): TransactionQuery {
  const filter = {
    status: status === TransactionStatus.UNSPECIFIED ? undefined : keyOf(statuses, 'status', status),
    type: type === TransactionType.UNSPECIFIED ? undefined : keyOf(types, 'type', type),
  };
  return { page, filter };
}

export function toTransactionsMessage({ items, ...facts }: PageOf<Transaction>): ListTransactionsResponse {
  return { transactions: items.map(toTransactionMessage), ...facts };
}

export function toTransactionMessage(transaction: Transaction): TransactionMessage {
  const { status, type, userId, providerTransactionId, reference, metadata, ...rest } = transaction;
  return {
    ...rest,
    userId: optionalText(userId),
    type: types[type],
    status: statuses[status],
    providerTransactionId: optionalText(providerTransactionId),
    reference: optionalText(reference),
    metadata: { ...metadata },
  };
}

export function toStatusMessage(status: Status): TransactionStatus {
  return statuses[status];
}

function keyOf<K extends string, V>(values: Readonly<Record<K, V>>, field: string, wanted: V): K {
  const found = (Object.keys(values) as K[]).find((key) => values[key] === wanted);
  if (found === undefined) throw invalidField(field, `${field} is not one there is`);
  return found;
}
