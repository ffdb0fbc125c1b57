import type { Collection, Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { findDuplicates } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { StoredEvent, WebhookEvent } from '../domain/webhooks/event/event.ts';
import type { Owner } from '../domain/webhooks/webhook/webhook.ts';
import { keptSeconds } from './kept-seconds.ts';

export const eventCollection = 'webhook_events';

export const eventIndexes: readonly IndexSpec[] = [
  { key: { occurredAt: 1 }, expireAfterSeconds: keptSeconds },
  { key: { organizationId: 1, 'owner.id': 1, name: 1, occurredAt: 1, _id: 1 } },
];

type EventDocument = Mapped<StoredEvent, 'owner'>;

export interface EventStore {
  /** Inserts events, and returns the stored ones in no order: a repeated insert returns the first. */
  insertMany(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]>;
  /** Lists events that an owner's webhooks can receive, the oldest first, after a position. */
  list(organizationId: string, selection: EventSelection, limit: number): Promise<readonly StoredEvent[]>;
  removeOwner(organizationId: string, owner: Owner): Promise<void>;
}

export interface EventSelection {
  readonly owner: Owner;
  readonly names: readonly string[];
  readonly since: Date;
  readonly until: Date;
  /** The last event of the previous page. */
  readonly after: Pick<WebhookEvent, 'id' | 'occurredAt'> | undefined;
}

const { toDocument, toDomain } = createDocumentMapper<StoredEvent, EventDocument>({ nullable: ['owner'] });

export function createEventStore(db: Db): EventStore {
  const collection = db.collection<EventDocument>(eventCollection);
  return {
    insertMany: (events) => insertOrFindMany(collection, events),
    async list(organizationId, { owner, names, since, until, after }, limit) {
      const owners = owner.kind === 'project' ? [owner.id, null] : [owner.id];
      const later = after && [
        { occurredAt: { $gt: after.occurredAt } },
        { occurredAt: after.occurredAt, _id: { $gt: after.id } },
      ];
      const found = collection
        .find({
          organizationId,
          'owner.id': { $in: owners },
          occurredAt: { $gte: after?.occurredAt ?? since, $lt: until },
          name: { $in: [...names] },
          ...(later && { $or: later }),
        })
        .sort({ occurredAt: 1, _id: 1 });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
    async removeOwner(organizationId, { id }) {
      await removeInBatches(collection, { organizationId, 'owner.id': id });
    },
  };
}

async function insertOrFindMany(
  collection: Collection<EventDocument>,
  events: readonly StoredEvent[],
): Promise<readonly StoredEvent[]> {
  try {
    await collection.insertMany(
      events.map((event) => toDocument(event)),
      { ordered: false },
    );
    return events;
  } catch (error) {
    if (findDuplicates(error) === undefined) throw error;
  }
  const found = collection.find({
    _id: { $in: events.map(({ id }) => id) },
    organizationId: { $in: [...new Set(events.map(({ organizationId }) => organizationId))] },
  });
  return (await found.toArray()).map(toDomain);
}
