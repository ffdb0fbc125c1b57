import type { AnyBulkWriteOperation } from 'mongodb';
import { heldBy, readHoldId } from '../domain/hold/hold.ts';
import type { Hold, HoldRef, HoldState } from '../domain/hold/hold.ts';
import { causeOf } from '../domain/ledger/ledger-entry.ts';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';
import { entryId } from './ledger-store.ts';

export interface HoldDocument extends Omit<Hold, 'holdId'> {
  /** Missing in holds from before a run could have several. */
  readonly holdId?: string;
  /** Organization and cause, as of its first ledger entry. */
  readonly _id: string;
  readonly state: HoldState;
  readonly endedAt: Date | null;
  /** When `HoldOverdue` is next published for it; missing until it was published once. */
  readonly dueAt?: Date;
  /** When its run or job was last confirmed. */
  readonly confirmedAt?: Date;
  /** The sequence of the newest ledger entry that the document contains. Missing in a hold that is not charged in parts. */
  readonly sequence?: number;
}

type HoldOperation = AnyBulkWriteOperation<HoldDocument>;

/** Returns the writes that make the holds equal to the entries, in the order of the entries. */
export function buildHoldOperations(entries: readonly LedgerEntry[]): HoldOperation[] {
  const byHold = Map.groupBy(entries, (entry) =>
    entry.jobHold === undefined ? undefined : documentId(entry),
  );
  return [...byHold].flatMap(([_id, own]) =>
    _id === undefined ? own.flatMap(buildWholeOperations) : buildPartOperations(_id, own),
  );
}

/** Inserts an open hold of a run unless it is there. */
export function buildInsertion(hold: Hold): HoldOperation {
  const update = { $setOnInsert: { ...hold, state: 'open' as const, endedAt: null } };
  return { updateOne: { filter: { _id: documentId(hold) }, update, upsert: true } };
}

export function documentId({ organizationId, ...ref }: HoldRef & Pick<Hold, 'organizationId'>): string {
  return entryId(organizationId, causeOf('hold', readHoldId(ref)));
}

export function toHold(document: HoldDocument): Hold {
  const { organizationId, runId, jobId, amountCents, userId, credentialIds, createdAt } = document;
  const { holdId = runId } = document;
  const hold = { organizationId, runId, holdId, amountCents, userId, credentialIds, createdAt };
  return jobId === undefined ? hold : { ...hold, jobId };
}

function buildWholeOperations(entry: LedgerEntry): HoldOperation[] {
  switch (entry.type) {
    case 'hold':
      return [buildInsertion(heldBy(entry))];
    case 'charge':
      return [buildEnd(entry, 'charged')];
    case 'release':
      return [buildEnd(entry, 'released')];
    case 'refund':
    case 'top_up':
      return [];
  }
}

/** Ends it once: a charge comes before the release of the rest, and so decides the state. */
function buildEnd(entry: LedgerEntry, state: HoldState): HoldOperation {
  const filter = { _id: documentId(entry), state: 'open' as const };
  return { updateOne: { filter, update: { $set: { state, endedAt: entry.createdAt } } } };
}

/**
 * Two writes, however many entries the hold has: one inserts the hold, the other sets what the newest entry says. The sequence keeps
 * a process that records older entries from setting an earlier amount.
 */
function buildPartOperations(_id: string, entries: readonly LedgerEntry[]): HoldOperation[] {
  const ordered = entries.toSorted((a, b) => a.sequence - b.sequence);
  const first = ordered[0];
  const last = ordered.at(-1);
  if (first === undefined || last === undefined) return [];
  const { organizationId, runId, jobId, userId, sequence, jobHold: { leftCents = 0 } = {} } = last;
  const inserted: Omit<HoldDocument, '_id'> = {
    organizationId,
    runId,
    ...(runId !== '' || jobId === undefined ? {} : { jobId }),
    holdId: readHoldId(last),
    credentialIds: [],
    amountCents: 0,
    userId,
    createdAt: first.createdAt,
    state: 'closed',
    endedAt: null,
    sequence: 0,
  };
  const placed = ordered.findLast(({ type }) => type === 'hold');
  const ended =
    leftCents > 0
      ? ({ state: 'open', endedAt: null } as const)
      : ({ state: 'closed', endedAt: last.createdAt } as const);
  const newest = {
    amountCents: leftCents,
    userId,
    sequence,
    ...ended,
    ...(placed === undefined ? {} : { createdAt: placed.createdAt }),
  };
  return [
    { updateOne: { filter: { _id }, update: { $setOnInsert: inserted }, upsert: true } },
    { updateOne: { filter: { _id, sequence: { $lt: sequence } }, update: { $set: newest } } },
  ];
}
