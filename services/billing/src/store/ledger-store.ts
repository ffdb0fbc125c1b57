import type { Db, Filter } from 'mongodb';
import { findPage } from '@assay/chassis/mongo/find-page';
import type { ListOrder } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Hold } from '../domain/hold/hold.ts';
import { causeOf } from '../domain/ledger/ledger-entry.ts';
import type { LedgerEntry, LedgerFilter } from '../domain/ledger/ledger-entry.ts';
import type { Subject } from '../domain/posting/subject.ts';

interface LedgerDocument extends LedgerEntry {
  readonly _id: string;
}

export interface LedgerStore {
  /** Adds the entries that are not there yet; entries never change. */
  append(entries: readonly LedgerEntry[]): Promise<void>;
  /** The entries of the given causes, as far as they are in the ledger. */
  findByCauses(organizationId: string, causes: readonly string[]): Promise<readonly LedgerEntry[]>;
  /** Newest first. */
  list(organizationId: string, filter: LedgerFilter, page: Page): Promise<PageOf<LedgerEntry>>;
  /** Every entry of one run or one top-up, newest first; of a job, the newest alone, which tells the hold of the job. */
  listOf(organizationId: string, subject: Subject): Promise<readonly LedgerEntry[]>;
  /** Every entry of the account. */
  listAll(organizationId: string): Promise<readonly LedgerEntry[]>;
  /** The entries of every organization with which a balance fell to an alert threshold at or after `since`, in no order. */
  listLowBalances(since: Date): AsyncIterable<LedgerEntry>;
  /** Every organization that has entries. */
  organizationIds(): Promise<readonly string[]>;
  /** Adds the credentials of holds to their entries, which earlier versions stored without them. */
  addCredentials(holds: readonly Hold[]): Promise<void>;
  /** Removes the entries after the first `entryCount` of an account, for an account that was restored from a backup. */
  removeAfter(organizationId: string, entryCount: number): Promise<void>;
}

export const ledgerCollection = 'ledger';
export const ledgerIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, sequence: -1 }, unique: true },
  { key: { organizationId: 1, type: 1, sequence: -1 } },
  { key: { organizationId: 1, runId: 1, sequence: -1 } },
  { key: { organizationId: 1, runId: 1, type: 1, sequence: -1 } },
  { key: { organizationId: 1, jobId: 1, sequence: -1 } },
  { key: { organizationId: 1, jobId: 1, type: 1, sequence: -1 } },
  { key: { organizationId: 1, 'payment.transactionId': 1, sequence: -1 } },
  { key: { 'lowBalance.at': 1 }, name: 'low_balance_at', sparse: true },
];

const withoutId = { projection: { _id: 0 } };

/** Entries are numbered in the order in which they were made. */
const lastFirst: ListOrder<Pick<LedgerEntry, 'sequence'>> = {
  sort: { sequence: -1 },
  encodePosition: ({ sequence }) => sequence.toString(),
  filterAfter: (position) =>
    /^\d{1,15}$/u.test(position) ? { sequence: { $lt: Number(position) } } : undefined,
};

export function createLedgerStore(db: Db): LedgerStore {
  const ledger = db.collection<LedgerDocument>(ledgerCollection);
  return {
    async append(entries) {
      const operations = entries.map((entry) => ({
        updateOne: {
          filter: { _id: entryId(entry.organizationId, entry.cause) },
          update: { $setOnInsert: entry },
          upsert: true,
        },
      }));
      if (operations.length > 0) await ledger.bulkWrite(operations, { ordered: false });
    },
    async findByCauses(organizationId, causes) {
      const ids = causes.map((cause) => entryId(organizationId, cause));
      return await ledger.find<LedgerEntry>({ _id: { $in: ids } }, withoutId).toArray();
    },
    async list(organizationId, { type, runId, jobId }, page) {
      const filter: Filter<LedgerDocument> = {
        organizationId,
        ...(runId === undefined ? {} : { runId }),
        ...(jobId === undefined ? {} : { jobId }),
        ...(type === undefined ? {} : { type }),
      };
      const { items, ...facts } = await findPage(ledger, { filter, order: lastFirst }, page);
      return { items: items.map(({ _id, ...entry }) => entry), ...facts };
    },
    async listOf(organizationId, subject) {
      const about = 'transactionId' in subject ? { 'payment.transactionId': subject.transactionId } : subject;
      const found = ledger.find<LedgerEntry>({ organizationId, ...about }, withoutId).sort({ sequence: -1 });
      return await ('jobId' in subject ? found.limit(1) : found).toArray();
    },
    async listAll(organizationId) {
      return await ledger.find<LedgerEntry>({ organizationId }, withoutId).sort({ sequence: -1 }).toArray();
    },
    listLowBalances: (since) => ledger.find<LedgerEntry>({ 'lowBalance.at': { $gte: since } }, withoutId),
    organizationIds: () => ledger.distinct('organizationId'),
    async addCredentials(holds) {
      const operations = holds
        .filter(({ credentialIds }) => credentialIds.length > 0)
        .map(({ organizationId, runId, credentialIds }) => {
          const _id = entryId(organizationId, causeOf('hold', runId));
          const filter = { _id, credentialIds: { $exists: false } } as Filter<LedgerDocument>;
          return { updateOne: { filter, update: { $set: { credentialIds } } } };
        });
      if (operations.length > 0) await ledger.bulkWrite(operations, { ordered: false });
    },
    async removeAfter(organizationId, entryCount) {
      await ledger.deleteMany({ organizationId, sequence: { $gt: entryCount } });
    },
  };
}

/** A cause names a run, and nobody but its organization may use it up. */
export function entryId(organizationId: string, cause: string): string {
  return `${organizationId}/${cause}`;
}
