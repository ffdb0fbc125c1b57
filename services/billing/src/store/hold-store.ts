import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { heldBy } from '../domain/hold/hold.ts';
import type { Hold, HoldState } from '../domain/hold/hold.ts';
import { causeOf } from '../domain/ledger/ledger-entry.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { entryId } from './ledger-store.ts';

interface HoldDocument extends Hold {
  /** Organization and cause, as of its ledger entry. */
  readonly _id: string;
  readonly state: HoldState;
  readonly endedAt: Date | null;
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
  /** Open ones of any organization that were placed before then, oldest first. */
  listOpenBefore(before: Date, limit: number): Promise<readonly Hold[]>;
}

export const holdCollection = 'holds';
export const holdIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, state: 1, createdAt: -1, _id: -1 } },
  { key: { state: 1, createdAt: 1 } },
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
    async listOpenBefore(before, limit) {
      const found = holds.find({ state: 'open', createdAt: { $lt: before } }).sort({ createdAt: 1 });
      return (await found.limit(limit).toArray()).map(toHold);
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
  return { updateOne: { filter: { _id: holdId(hold) }, update, upsert: true } };
}

/** Ends it once: of a charge and the release of the rest, the charge comes first and says what became of it. */
function endOf(entry: LedgerEntry, state: HoldState): AnyBulkWriteOperation<HoldDocument> {
  const filter = { _id: holdId(entry), state: 'open' as const };
  return { updateOne: { filter, update: { $set: { state, endedAt: entry.createdAt } } } };
}

function holdId({ organizationId, runId }: Pick<Hold, 'organizationId' | 'runId'>): string {
  return entryId(organizationId, causeOf('hold', runId));
}

function toHold({ _id, state: _state, endedAt: _endedAt, ...hold }: HoldDocument): Hold {
  return hold;
}
