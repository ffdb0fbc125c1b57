import type { Db, WithId } from 'mongodb';
import type { EventContext } from '@assay/chassis/events/event';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, newOutbox, outboxIndexes } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { days } from '@assay/chassis/units';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/work/redrive';
import { nextAnnouncement } from '../domain/deletion/tombstone.ts';
import type { RememberedTombstone, Tombstone } from '../domain/deletion/tombstone.ts';
import { deleted } from '../events/deletion-events.ts';

export const tombstoneCollection = 'tombstones';

export const tombstoneIndexes: readonly IndexSpec[] = [...outboxIndexes, { key: { dueAt: 1 } }];

interface TombstoneDocument extends NamedOutboxDocument, Omit<Tombstone, 'id'> {
  /** How often the deletion was announced. */
  readonly announced: number;
  /** When it is announced again, or, after the last time, forgotten. */
  readonly dueAt: Date;
  /** When nothing was left of it in this service; null: something may be. */
  readonly removedAt: Date | null;
}

interface DueTombstone extends UnfinishedUnit {
  readonly document: TombstoneDocument;
}

/** Deletions, announced until everybody has certainly heard of them: work that is asked for again. */
export interface TombstoneStore extends UnfinishedWork<DueTombstone> {
  /** Decides a deletion, with its event in the outbox; does nothing when it was decided before. */
  insert(tombstone: Tombstone, call: EventContext['call']): Promise<void>;
  /** Publishes at once what the outbox holds. */
  announce(id: string): void;
  find(organizationId: string, id: string): Promise<RememberedTombstone | undefined>;
  /** Remembers that nothing is left of it here. */
  finish(tombstone: Tombstone, now: Date): Promise<void>;
}

/** A tombstone whose last announcement is over stays this much longer when something may still be left. */
const keptLongerMs = days(1);

export function createTombstoneStore(db: Db, relay: Pick<Relay, 'notify'>): TombstoneStore {
  const tombstones = db.collection<TombstoneDocument>(tombstoneCollection);
  const write = createOutboxWriter(tombstones, relay);
  return {
    async insert({ id, ...rest }, call) {
      const { deletedAt } = rest;
      const outbox = newOutbox(deleted({ id, ...rest }, deletedAt, call));
      const dueAt = nextAnnouncement(1, deletedAt) ?? deletedAt;
      await insertNew(tombstones, { _id: id, ...rest, announced: 1, dueAt, removedAt: null, ...outbox });
    },
    announce(id) {
      relay.notify(tombstoneCollection, id);
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
      const next = nextAnnouncement(announced + 1, now);
      if (next === undefined && removedAt !== null) {
        await tombstones.deleteOne(asListed);
        return false;
      }
      return write(asListed, {
        $set: { dueAt: next ?? new Date(now.getTime() + keptLongerMs), announced: announced + 1 },
        ...appendEvents(deleted(toTombstone(document), now)),
      });
    },
    /** Nothing is given up: what could not be removed for a day will be one day. */
    end: () => Promise.resolve(false),
    async makeOverdue() {
      await tombstones.updateMany({ dueAt: { $gt: new Date(0) } }, { $set: { dueAt: new Date(0) } });
    },
  };
}

function toTombstone(document: TombstoneDocument): Tombstone {
  const { _id: id, kind, organizationId, projectId, storagePrefix, deletedAt } = document;
  return { id, kind, organizationId, projectId, storagePrefix, deletedAt };
}

/** That it is late says nothing about it, so that nobody ends it. */
function toDue(document: WithId<TombstoneDocument>): DueTombstone {
  const { _id: id, organizationId } = document;
  return { id, organizationId, overdueSince: undefined, document };
}
