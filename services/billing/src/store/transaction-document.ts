import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Checkout, TopUp } from '../domain/top-up.ts';
import type { Transaction } from '../domain/transaction.ts';

/** Fields that came later are missing in documents from before. */
type LaterFields = 'providerTransactionId' | 'metadata';
export interface TransactionDocument
  extends Omit<Transaction, 'id' | LaterFields>, Partial<Pick<Transaction, LaterFields>>, OutboxDocument {
  readonly _id: string;
  /** Of top-ups only. */
  readonly checkout?: Checkout;
}

export const transactionsCollection = 'transactions';
export const transactionIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, idempotencyKey: 1 }, unique: true },
  { key: { organizationId: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, status: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, type: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, status: 1, type: 1, createdAt: -1, _id: -1 } },
  { key: { status: 1, 'checkout.expiresAt': 1 } },
  { key: { organizationId: 1, status: 1, 'checkout.expiresAt': 1 } },
  ...outboxIndexes,
];

export const withoutOutbox = { projection: { outbox: 0 } };

export function toTransactionDocument({ id, ...fields }: Transaction): TransactionDocument {
  return { _id: id, ...fields };
}

export function toTransaction(document: TransactionDocument): Transaction {
  const { _id, outbox: _outbox, checkout: _checkout, ...fields } = document;
  return { id: _id, providerTransactionId: '', metadata: {}, ...fields };
}

/** Undefined for a transaction that is none. */
export function toTopUp(document: TransactionDocument): TopUp | undefined {
  const { checkout } = document;
  return checkout === undefined ? undefined : { ...toTransaction(document), checkout };
}
