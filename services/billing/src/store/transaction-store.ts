import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Transaction } from '../domain/transaction.ts';

interface TransactionDocument extends Omit<Transaction, 'id'> {
  readonly _id: string;
}

export interface TransactionStore {
  /** Inserts unless the organization has one with the same idempotency key. */
  ensure(transaction: Transaction): Promise<void>;
}

export const transactionIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, idempotencyKey: 1 }, unique: true },
];

export function createTransactionStore(db: Db): TransactionStore {
  const transactions = db.collection<TransactionDocument>('transactions');
  return {
    async ensure({ id, ...fields }) {
      try {
        await transactions.insertOne({ _id: id, ...fields });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
