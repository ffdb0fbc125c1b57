import type { Db, OptionalUnlessRequiredId, WithId } from 'mongodb';
import type { EventContext, OutboxEntry } from '../events/event.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { appendEvents, newOutbox, outboxIndexes } from '../mongo/outbox.ts';
import { createOutboxWriter } from '../mongo/outbox-writer.ts';
import type { NamedOutboxDocument } from '../mongo/outbox-writer.ts';
import type { Relay } from '../mongo/relay.ts';
import { days, hours, minutes } from '../units.ts';
import type { UnfinishedUnit, UnfinishedWork } from './redrive.ts';

/** The record of a deletion. It stays until all consumers have certainly received its event. */
export interface Tombstone {
  /** The id of the deleted resource. */
  readonly id: string;
  readonly organizationId: string;
  readonly deletedAt: Date;
}

/**
 * The delays between the announcements of a deletion (ADR 0033). Events may be lost with their stream, and a call that runs during a
 * deletion may store something after it: a later announcement finds both. The last one is younger than any backup that would still be
 * restored.
 */
const gapsMs = [minutes(1), minutes(10), hours(1), hours(6), days(1), days(7)];

/** How long a tombstone stays after its last announcement if something may still have to be removed. */
const keptLongerMs = days(1);

interface TombstoneDocument extends NamedOutboxDocument {
  readonly organizationId: string;
  /** The number of announcements so far. */
  readonly announced: number;
  /** When it is announced again or, after the last time, removed. */
  readonly dueAt: Date;
  /** When this service had removed everything; null if it may not have. */
  readonly removedAt: Date | null;
}

interface DueTombstone extends UnfinishedUnit {
  readonly document: TombstoneDocument;
}

/** Deletions that are announced repeatedly, as work that is requested again. */
export interface Tombstones<T extends Tombstone> extends UnfinishedWork<DueTombstone> {
  /** Decides a deletion, with its event and the further events in the outbox. Does nothing when it was decided before. */
  insert(tombstone: T, call: EventContext['call'], ...further: readonly OutboxEntry[]): Promise<void>;
  /** Publishes the events of the outbox at once. */
  announce(id: string): void;
  /** Finds a tombstone, and whether this service has removed everything. */
  find(organizationId: string, id: string): Promise<(T & { readonly isFinished: boolean }) | undefined>;
  /** Records that this service has removed everything. */
  finish(tombstone: T, now: Date): Promise<void>;
}

export const tombstoneIndexes: readonly IndexSpec[] = [...outboxIndexes, { key: { dueAt: 1 } }];

interface TombstoneOptions<T extends Tombstone> {
  readonly collection: string;
  /** Builds the event of a deletion, for the first time or again. */
  readonly deleted: (tombstone: T, occurredAt: Date, call?: EventContext['call']) => OutboxEntry;
}

export function createTombstones<T extends Tombstone>(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  { collection, deleted }: TombstoneOptions<T>,
): Tombstones<T> {
  const tombstones = db.collection<TombstoneDocument>(collection);
  const write = createOutboxWriter(tombstones, relay);
  /** Casts the rest of the document: `insert` stored the fields of a tombstone of this type. */
  const toTombstone = (document: TombstoneDocument): T => {
    const { _id: id, announced, dueAt, removedAt, outbox, outboxSince, ...facts } = document;
    return { id, ...facts } as unknown as T;
  };
  return {
    async insert(tombstone, call, ...further) {
      const { id: _id, ...facts } = tombstone;
      const outbox = newOutbox(deleted(tombstone, tombstone.deletedAt, call), ...further);
      const dueAt = findNextAnnouncement(1, tombstone.deletedAt) ?? tombstone.deletedAt;
      const document = { _id, ...facts, announced: 1, dueAt, removedAt: null, ...outbox };
      await insertNew(tombstones, document as OptionalUnlessRequiredId<TombstoneDocument>);
    },
    announce(id) {
      relay.notify(collection, id);
    },
    async find(organizationId, id) {
      const found = await tombstones.findOne({ _id: id, organizationId });
      return found === null ? undefined : { ...toTombstone(found), isFinished: found.removedAt !== null };
    },
    async finish({ id, organizationId }, now) {
      await tombstones.updateOne({ _id: id, organizationId, removedAt: null }, { $set: { removedAt: now } });
    },
    async listOverdue(state, now, limit) {
      if (state === 'taken') return [];
      const due = tombstones.find({ dueAt: { $lte: now } }).sort({ dueAt: 1 });
      return (await due.limit(limit).toArray()).map(toDue);
    },
    isBusy: () => Promise.resolve(false),
    async requestAgain({ document }, { now }) {
      const { _id, organizationId, announced, dueAt, removedAt } = document;
      const asListed = { _id, organizationId, dueAt };
      const next = findNextAnnouncement(announced + 1, now);
      if (next === undefined && removedAt !== null) {
        await tombstones.deleteOne(asListed);
        return false;
      }
      return write(asListed, {
        $set: { dueAt: next ?? new Date(now.getTime() + keptLongerMs), announced: announced + 1 },
        ...appendEvents(deleted(toTombstone(document), now)),
      });
    },
    // A removal that failed for a day will succeed later, so a tombstone never ends as failed.
    end: () => Promise.resolve(false),
    async makeOverdue() {
      await tombstones.updateMany({ dueAt: { $gt: new Date(0) } }, { $set: { dueAt: new Date(0) } });
    },
  };
}

/** Returns the time of the next announcement; undefined after the last one. */
function findNextAnnouncement(announced: number, now: Date): Date | undefined {
  const gapMs = gapsMs[announced - 1];
  return gapMs === undefined ? undefined : new Date(now.getTime() + gapMs);
}

function toDue(document: WithId<TombstoneDocument>): DueTombstone {
  const { _id: id, organizationId } = document;
  return { id, organizationId, overdueSince: undefined, document };
}
