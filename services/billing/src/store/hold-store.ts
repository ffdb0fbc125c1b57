import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { heldBy, holdIdOf } from '../domain/hold/hold.ts';
import type { Hold, HoldRef, HoldState } from '../domain/hold/hold.ts';
import { causeOf } from '../domain/ledger/ledger-entry.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { entryId } from './ledger-store.ts';

interface HoldDocument extends Omit<Hold, 'holdId'> {
  /** Missing in holds from before a run could have several. */
  readonly holdId?: string;
  /** Organization and cause, as of its ledger entry. */
  readonly _id: string;
  readonly state: HoldState;
  readonly endedAt: Date | null;
  /** When it is next asked what became of its run; missing until it was asked once. */
  readonly dueAt?: Date;
  /** When its run was last said to be under way. */
  readonly confirmedAt?: Date;
}

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
];

export function createHoldStore(db: Db): HoldStore {
  const holds = db.collection<HoldDocument>(holdCollection);
  const write = async (operations: AnyBulkWriteOperation<HoldDocument>[]): Promise<void> => {
    // In their order: a hold is placed before it ends.
    if (operations.length > 0) await holds.bulkWrite(operations, { ordered: true });
  };
  return {
    record: (entries) => write(entries.flatMap(operationsOf)),
    ensureOpen: (open) => write(open.map(insertionOf)),
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
    async removeAll(organizationId) {
      await holds.deleteMany({ organizationId });
    },
    async makeOverdue() {
      await holds.updateMany({ state: 'open' }, { $set: { dueAt: new Date(0) } });
    },
  };
}

function operationsOf(entry: LedgerEntry): AnyBulkWriteOperation<HoldDocument>[] {
  switch (entry.type) {
    case 'hold':
      return [insertionOf(heldBy(entry))];
    case 'charge':
      return [endOf(entry, 'charged')];
    case 'release':
      return [endOf(entry, 'released')];
    case 'refund':
    case 'top_up':
      return [];
  }
}

function insertionOf(hold: Hold): AnyBulkWriteOperation<HoldDocument> {
  const update = { $setOnInsert: { ...hold, state: 'open' as const, endedAt: null } };
  return { updateOne: { filter: { _id: documentId(hold) }, update, upsert: true } };
}

/** Ends it once: of a charge and the release of the rest, the charge comes first and says what became of it. */
function endOf(entry: LedgerEntry, state: HoldState): AnyBulkWriteOperation<HoldDocument> {
  const filter = { _id: documentId(entry), state: 'open' as const };
  return { updateOne: { filter, update: { $set: { state, endedAt: entry.createdAt } } } };
}

function documentId({ organizationId, ...ref }: HoldRef & Pick<Hold, 'organizationId'>): string {
  return entryId(organizationId, causeOf('hold', holdIdOf(ref)));
}

function toHold({
  organizationId,
  runId,
  holdId = runId,
  amountCents,
  userId,
  credentialIds,
  createdAt,
}: HoldDocument): Hold {
  return { organizationId, runId, holdId, amountCents, userId, credentialIds, createdAt };
}
