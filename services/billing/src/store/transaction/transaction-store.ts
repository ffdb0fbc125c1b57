import type { Db } from 'mongodb';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Transaction, TransactionFilter } from '../../domain/transaction/transaction.ts';
import { createTopUps } from './top-ups.ts';
import type { TopUps } from './top-ups.ts';
import { ownFields, toTransaction, toTransactionDocument } from './transaction-document.ts';
import type { TransactionDocument } from './transaction-document.ts';

export interface TransactionStore {
  readonly topUps: TopUps;
  /** Inserts unless the organization has one with the same idempotency key. */
  ensure(transaction: Transaction): Promise<void>;
  find(organizationId: string, transactionId: string): Promise<Transaction | undefined>;
  findByKey(organizationId: string, idempotencyKey: string): Promise<Transaction | undefined>;
  /** Newest first. */
  list(organizationId: string, filter: TransactionFilter, page: Page): Promise<PageOf<Transaction>>;
  /** Every one of the organization. */
  listAll(organizationId: string): Promise<readonly Transaction[]>;
  /** Every organization that has one. */
  organizationIds(): Promise<readonly string[]>;
  /**
   * Undoes the transactions that succeeded without an entry of their key in the ledger: a top-up is pending again, so that its
   * provider reports it once more, and others are removed.
   */
  undoUnrecorded(organizationId: string, recordedKeys: { has(key: string): boolean }): Promise<void>;
}

export const transactionCollection = 'transactions';
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

export function createTransactionStore(db: Db, relay: Pick<Relay, 'notify'>): TransactionStore {
  const transactions = db.collection<TransactionDocument>(transactionCollection);
  const findOne = async (
    filter: { organizationId: string } & ({ _id: string } | { idempotencyKey: string }),
  ): Promise<Transaction | undefined> => {
    const found = await transactions.findOne(filter, ownFields);
    return found === null ? undefined : toTransaction(found);
  };
  return {
    topUps: createTopUps(transactions, relay),
    async ensure(transaction) {
      await insertNew(transactions, toTransactionDocument(transaction));
    },
    find: (organizationId, transactionId) => findOne({ organizationId, _id: transactionId }),
    findByKey: (organizationId, idempotencyKey) => findOne({ organizationId, idempotencyKey }),
    async list(organizationId, { status, type }, page) {
      const filter = {
        organizationId,
        ...(status === undefined ? {} : { status }),
        ...(type === undefined ? {} : { type }),
      };
      const query = { filter, order: newestFirst, ...ownFields };
      const { items, ...facts } = await findPage(transactions, query, page);
      return { items: items.map(toTransaction), ...facts };
    },
    async listAll(organizationId) {
      const found = transactions.find({ organizationId }, ownFields).sort({ ...newestFirst.sort });
      return (await found.toArray()).map(toTransaction);
    },
    organizationIds: () => transactions.distinct('organizationId'),
    async undoUnrecorded(organizationId, recordedKeys) {
      const succeeded = transactions.find({ organizationId, status: 'succeeded' });
      for await (const { _id, checkout, idempotencyKey } of succeeded) {
        if (recordedKeys.has(idempotencyKey)) continue;
        const one = { _id, organizationId };
        if (checkout !== undefined) await transactions.updateOne(one, { $set: { status: 'pending' } });
        else await transactions.deleteOne(one);
      }
    },
  };
}
