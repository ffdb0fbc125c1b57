import { withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Checkout, TopUp } from '../domain/top-up/top-up.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';

/** Fields that came later are missing in documents from before. */
type LaterFields = 'providerTransactionId' | 'metadata';
export interface TransactionDocument
  extends Omit<Transaction, 'id' | LaterFields>, Partial<Pick<Transaction, LaterFields>>, OutboxDocument {
  readonly _id: string;
  /** Of top-ups only. */
  readonly checkout?: Checkout;
}

export const ownFields = { projection: withoutOutbox };

export function toTransactionDocument({ id, ...fields }: Transaction): TransactionDocument {
  return { _id: id, ...fields };
}

export function toTransaction(document: TransactionDocument): Transaction {
  const { _id, outbox: _outbox, outboxSince: _since, checkout: _checkout, ...fields } = document;
  return { id: _id, providerTransactionId: '', metadata: {}, ...fields };
}

/** Undefined for a transaction that is none. */
export function toTopUp(document: TransactionDocument): TopUp | undefined {
  const { checkout } = document;
  return checkout === undefined ? undefined : { ...toTransaction(document), checkout };
}
