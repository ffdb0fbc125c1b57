import { optionalText } from '@assay/chassis/grpc/optional-text';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import type { Transaction as TransactionMessage } from '@assay/proto/billing/v1/transaction';
import type {
  Transaction,
  TransactionStatus as Status,
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

export function toStatusMessage(status: Status): TransactionStatus {
  return statuses[status];
}

/** Undefined for unspecified; null for one there is not. */
export function readStatus(status: TransactionStatus): Status | undefined | null {
  if (status === TransactionStatus.UNSPECIFIED) return undefined;
  return keyOf(statuses, status);
}

/** Undefined for unspecified; null for one there is not. */
export function readType(type: TransactionType): Type | undefined | null {
  if (type === TransactionType.UNSPECIFIED) return undefined;
  return keyOf(types, type);
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

function keyOf<K extends string, V>(values: Readonly<Record<K, V>>, wanted: V): K | null {
  return (Object.keys(values) as K[]).find((key) => values[key] === wanted) ?? null;
}
