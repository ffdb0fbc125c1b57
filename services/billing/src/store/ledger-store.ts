import type { Db, Filter } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { LedgerEntry, LedgerFilter } from '../domain/ledger/ledger-entry.ts';
import type { Subject } from '../domain/posting/posting-queue.ts';

interface LedgerDocument extends LedgerEntry {
  readonly _id: string;
}

export interface LedgerStore {
  /** Adds the entries that are not there yet; entries never change. */
  append(entries: readonly LedgerEntry[]): Promise<void>;
  /** Those of the given causes that are in the ledger. */
  recordedCauses(organizationId: string, causes: readonly string[]): Promise<readonly string[]>;
  /** Newest first. */
  list(organizationId: string, filter: LedgerFilter, page: Page): Promise<PageOf<LedgerEntry>>;
  /** Every entry of one run or one top-up, newest first. */
  listOf(organizationId: string, subject: Subject): Promise<readonly LedgerEntry[]>;
  /** Every entry of the account. */
  listAll(organizationId: string): Promise<readonly LedgerEntry[]>;
  /** Every organization that has entries. */
  organizationIds(): Promise<readonly string[]>;
}

export const ledgerCollection = 'ledger';
export const ledgerIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, sequence: -1 }, unique: true },
  { key: { organizationId: 1, type: 1, sequence: -1 } },
  { key: { organizationId: 1, runId: 1, sequence: -1 } },
  { key: { organizationId: 1, runId: 1, type: 1, sequence: -1 } },
  { key: { organizationId: 1, 'payment.transactionId': 1, sequence: -1 } },
];

const withoutId = { projection: { _id: 0 } };

export function createLedgerStore(db: Db): LedgerStore {
  const ledger = db.collection<LedgerDocument>(ledgerCollection);
  return {
    async append(entries) {
      const operations = entries.map((entry) => ({
        updateOne: {
          filter: { _id: idOf(entry.organizationId, entry.cause) },
          update: { $setOnInsert: entry },
          upsert: true,
        },
      }));
      if (operations.length > 0) await ledger.bulkWrite(operations, { ordered: false });
    },
    async recordedCauses(organizationId, causes) {
      const ids = causes.map((cause) => idOf(organizationId, cause));
      const found = ledger.find({ _id: { $in: ids } }, { projection: { cause: 1 } });
      return (await found.toArray()).map(({ cause }) => cause);
    },
    async list(organizationId, { type, runId }, { limit, offset }) {
      const filter: Filter<LedgerDocument> = {
        organizationId,
        ...(runId === undefined ? {} : { runId }),
        ...(type === undefined ? {} : { type }),
      };
      const [items, total] = await Promise.all([
        ledger
          .find<LedgerEntry>(filter, withoutId)
          .sort({ sequence: -1 })
          .skip(offset)
          .limit(limit)
          .toArray(),
        ledger.countDocuments(filter),
      ]);
      return { items, total };
    },
    async listOf(organizationId, subject) {
      const about =
        'runId' in subject ? { runId: subject.runId } : { 'payment.transactionId': subject.transactionId };
      const found = ledger.find<LedgerEntry>({ organizationId, ...about }, withoutId);
      return await found.sort({ sequence: -1 }).toArray();
    },
    async listAll(organizationId) {
      return await ledger.find<LedgerEntry>({ organizationId }, withoutId).sort({ sequence: -1 }).toArray();
    },
    organizationIds: () => ledger.distinct('organizationId'),
  };
}

/** A cause names a run, and nobody but its organization may use it up. */
function idOf(organizationId: string, cause: string): string {
  return `${organizationId}/${cause}`;
}
