import type { Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { StoredEvent, WebhookEvent } from '../domain/event/event.ts';
import type { Owner } from '../domain/webhook/webhook.ts';
import { keptSeconds } from './kept-seconds.ts';

export const eventCollection = 'webhook_events';

export const eventIndexes: readonly IndexSpec[] = [
  { key: { occurredAt: 1 }, expireAfterSeconds: keptSeconds },
  { key: { organizationId: 1, 'owner.id': 1, name: 1, occurredAt: 1, _id: 1 } },
];

type EventDocument = Mapped<StoredEvent, 'owner'>;

export interface EventStore {
  /** Inserts an event, and returns the stored one: a repeated insert returns the first. */
  insert(event: StoredEvent): Promise<StoredEvent>;
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
    insert: async (event) => toDomain(await insertOrFind(collection, toDocument(event))),
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
