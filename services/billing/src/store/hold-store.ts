import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Hold, HoldRef } from '../domain/hold/hold.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { buildHoldOperations, documentId, buildInsertion, toHold } from './hold-document.ts';
import type { HoldDocument } from './hold-document.ts';

/**
 * The holds as documents, for whoever looks for open ones. They follow the ledger and decide nothing: whether a hold is
 * open is decided by the causes that were applied.
 */
export interface HoldStore {
  /** Makes the holds tell what the entries did; doing it again, also later, changes nothing. */
  record(entries: readonly LedgerEntry[]): Promise<void>;
  /** Adds open holds that are not there yet. */
  ensureOpen(holds: readonly Hold[]): Promise<void>;
  /** The open ones of one organization. */
  listOpen(organizationId: string): Promise<readonly Hold[]>;
  /** Open ones of any organization that were placed before then, and nobody asked about since they are due. */
  listOverdue(before: Date, now: Date, limit: number): Promise<readonly OverdueHold[]>;
  /** Puts the next question off; false when somebody else has, or it ended. */
  defer(hold: OverdueHold, until: Date): Promise<boolean>;
  /** Remembers that its run is under way. */
  confirm(organizationId: string, ref: HoldRef, now: Date): Promise<void>;
  /** Open ones of one organization whose run was not said to be under way since then. */
  listUnconfirmed(organizationId: string, since: Date): Promise<readonly Hold[]>;
  /** Makes every open one due. */
  makeOverdue(): Promise<void>;
  /** Returns true when a hold of a job contains an entry after the first `entryCount`. */
  hasRecordedAfter(organizationId: string, entryCount: number): Promise<boolean>;
  /** Removes all holds of an organization; `record` restores them from the ledger. */
  removeAll(organizationId: string): Promise<void>;
}

export interface OverdueHold extends Hold {
  readonly dueAt: Date | undefined;
}

export const holdCollection = 'holds';
export const holdIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, state: 1, createdAt: -1, _id: -1 } },
  { key: { state: 1, dueAt: 1 } },
  { key: { organizationId: 1, sequence: 1 } },
];

export function createHoldStore(db: Db): HoldStore {
  const holds = db.collection<HoldDocument>(holdCollection);
  const write = async (operations: AnyBulkWriteOperation<HoldDocument>[]): Promise<void> => {
    // In their order: a hold is placed before it ends.
    if (operations.length > 0) await holds.bulkWrite(operations, { ordered: true });
  };
  return {
    record: (entries) => write(buildHoldOperations(entries)),
    ensureOpen: (open) => write(open.map(buildInsertion)),
    async listOpen(organizationId) {
      const found = holds.find({ organizationId, state: 'open' }).sort({ createdAt: -1, _id: -1 });
      return (await found.toArray()).map(toHold);
    },
    async listOverdue(before, now, limit) {
      const due = { state: 'open', createdAt: { $lt: before }, dueAt: { $not: { $gt: now } } } as const;
      const found = await holds.find(due).sort({ dueAt: 1 }).limit(limit).toArray();
      return found.map((document) => ({ ...toHold(document), dueAt: document.dueAt }));
    },
    async defer(hold, until) {
      const asListed = {
        _id: documentId(hold),
        state: 'open',
        dueAt: hold.dueAt ?? { $exists: false },
      } as const;
      return (await holds.updateOne(asListed, { $set: { dueAt: until } })).modifiedCount === 1;
    },
    async confirm(organizationId, ref, now) {
      const open = { _id: documentId({ organizationId, ...ref }), state: 'open' } as const;
      await holds.updateOne(open, { $set: { confirmedAt: now } });
    },
    async listUnconfirmed(organizationId, since) {
      const open = { organizationId, state: 'open', createdAt: { $lt: since } } as const;
      const found = holds
        .find({ ...open, confirmedAt: { $not: { $gte: since } } })
        .sort({ createdAt: -1, _id: -1 });
      return (await found.toArray()).map(toHold);
    },
    async hasRecordedAfter(organizationId, entryCount) {
      const newer = { organizationId, sequence: { $gt: entryCount } };
      return (await holds.findOne(newer, { projection: { _id: 1 } })) !== null;
    },
    async removeAll(organizationId) {
      await holds.deleteMany({ organizationId });
    },
    async makeOverdue() {
      await holds.updateMany({ state: 'open' }, { $set: { dueAt: new Date(0) } });
    },
  };
}
