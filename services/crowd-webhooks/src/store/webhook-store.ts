import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { actionAudited } from '@assay/chassis/events/audit';
import type { AuditedCall } from '@assay/chassis/events/audit';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import { webhooksPerOwner } from '@assay/proto/webhook-events';
import type {
  DisabledReason,
  Owner,
  SealedSecret,
  Webhook,
  WebhookPath,
  WebhookUpdate,
} from '../domain/webhooks/webhook/webhook.ts';
import type { ReceiverScope } from '../domain/webhooks/event/receive-event.ts';
import { webhookDisabled } from '../events/webhook-events.ts';

export const webhookCollection = 'webhooks';

export const webhookIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { organizationId: 1, 'owner.kind': 1, 'owner.id': 1, place: 1 }, unique: true },
  { key: { deletedAt: 1 }, sparse: true },
];

/**
 * A webhook in MongoDB. `place` numbers the webhooks of an owner, so that a unique index limits them. A deleted webhook has its own id as
 * its place.
 */
interface WebhookDocument extends NamedOutboxDocument, Mapped<Webhook, 'disabledReason'> {
  readonly place: number | string;
  /** When the webhook was deleted. The document stays until its events are published and its deliveries are removed. */
  readonly deletedAt?: Date;
}

export interface WebhookStore {
  /**
   * Inserts a webhook with its audit event, and returns the stored one: a repeated insert returns the first. Resolves to undefined when the
   * owner has the maximum number of webhooks.
   */
  insert(webhook: Webhook, call: AuditedCall): Promise<Webhook | undefined>;
  find(organizationId: string, path: WebhookPath): Promise<Webhook | undefined>;
  /** Finds webhooks of any owner, in no order. */
  findMany(organizationId: string, ids: readonly string[]): Promise<readonly Webhook[]>;
  /** Newest first. */
  list(organizationId: string, owner: Owner): Promise<readonly Webhook[]>;
  /** Finds webhooks of several organizations with one command, in no order. */
  findOfAll(references: readonly WebhookReference[]): Promise<readonly Webhook[]>;
  /** Lists the webhooks that may receive the events of owners of several organizations with one command, in no order. */
  listReceivers(scopes: readonly ReceiverScope[]): Promise<readonly Webhook[]>;
  /** Returns the changed webhook, or undefined when it does not exist or its status has changed. */
  update(webhook: Webhook, change: WebhookUpdate, call: AuditedCall): Promise<Webhook | undefined>;
  /** Replaces the secrets if they are unchanged. A call is audited. */
  replaceSecrets(
    webhook: Webhook,
    change: { readonly secrets: readonly SealedSecret[]; readonly now: Date },
    call?: AuditedCall,
  ): Promise<Webhook | undefined>;
  /** Disables an active webhook, with its events. Resolves to false when it is disabled or deleted already. */
  disable(webhook: Webhook, reason: DisabledReason, now: Date): Promise<boolean>;
  /** Hides a webhook. Resolves to false when it does not exist. */
  remove(organizationId: string, path: WebhookPath, deletion: Deletion): Promise<boolean>;
  /** Removes the webhooks of a deleted owner. Those with events that are not published yet are only hidden. */
  removeOwner(organizationId: string, owner: Owner, now: Date): Promise<void>;
  /** Lists webhooks deleted before this time. */
  listDeleted(before: Date, limit: number): Promise<readonly Webhook[]>;
  /** Removes the document of a deleted webhook whose events are published. */
  forget(webhook: Webhook): Promise<void>;
  /** Reads all webhooks of all organizations. */
  readAll(): AsyncIterable<Webhook>;
}

interface WebhookReference {
  readonly organizationId: string;
  readonly webhookId: string;
}

interface Deletion {
  readonly now: Date;
  readonly call: AuditedCall;
}

const { toDocument, toDomain, toFields } = createDocumentMapper<Webhook, WebhookDocument>({
  nullable: ['disabledReason'],
  internal: ['place', 'deletedAt'],
});

const projection = withoutOutbox;
const living = { deletedAt: { $exists: false } } as const;

export function createWebhookStore(db: Db, relay: Pick<Relay, 'notify'>): WebhookStore {
  const collection = db.collection<WebhookDocument>(webhookCollection);
  const change = createWrites(collection, relay);
  return {
    insert: (webhook, call) => insertInFreePlace(collection, relay, { webhook, call }),
    ...createReads(collection),
    update: (webhook, update, call) =>
      change(
        { ...select(webhook), status: webhook.status },
        toFields(update),
        actionAudited(call, audited('update', webhook, update.updatedAt)),
      ),
    replaceSecrets: (webhook, { secrets, now }, call) =>
      change(
        { ...select(webhook), secrets: webhook.secrets },
        call === undefined ? { secrets } : { secrets, updatedAt: now },
        ...(call === undefined ? [] : [actionAudited(call, audited('rotate_secret', webhook, now))]),
      ),
    async disable(webhook, disabledReason, now) {
      const events = webhookDisabled(webhook, disabledReason, now);
      const fields = toFields({ status: 'disabled', disabledReason, updatedAt: now });
      return (await change({ ...select(webhook), status: 'active' }, fields, ...events)) !== undefined;
    },
    async remove(organizationId, { owner, webhookId }, { now, call }) {
      const event = actionAudited(call, audited('delete', { id: webhookId }, now));
      const fields = { deletedAt: now, place: webhookId };
      return (
        (await change({ ...select({ id: webhookId, organizationId }), owner }, fields, event)) !== undefined
      );
    },
    async removeOwner(organizationId, owner, deletedAt) {
      const owned = ownedBy(organizationId, owner);
      await removeInBatches(collection, { ...owned, 'outbox.0': { $exists: false } });
      for (const { _id } of await collection.find(owned, { projection: { _id: 1 } }).toArray())
        await change({ _id, organizationId }, { deletedAt, place: _id });
    },
    async forget({ id: _id, organizationId }) {
      await collection.deleteOne({
        _id,
        organizationId,
        deletedAt: { $exists: true },
        'outbox.0': { $exists: false },
      });
    },
  };
}

type Reads = Pick<
  WebhookStore,
  'find' | 'findMany' | 'findOfAll' | 'list' | 'listReceivers' | 'listDeleted' | 'readAll'
>;

function createReads(collection: Collection<WebhookDocument>): Reads {
  const read = async (filter: Filter<WebhookDocument>) =>
    (await collection.find({ ...filter, ...living }, { projection }).toArray()).map(toDomain);
  return {
    async find(organizationId, { owner, webhookId }) {
      const found = await collection.findOne(
        { _id: webhookId, organizationId, owner, ...living },
        { projection },
      );
      return found === null ? undefined : toDomain(found);
    },
    findMany: (organizationId, ids) => read({ _id: { $in: [...ids] }, organizationId }),
    async list(organizationId, owner) {
      const newestFirst = (a: Webhook, b: Webhook) => b.createdAt.getTime() - a.createdAt.getTime();
      return (await read(ownedBy(organizationId, owner))).sort(newestFirst);
    },
    findOfAll: (references) =>
      read({
        _id: { $in: unique(references.map(({ webhookId }) => webhookId)) },
        organizationId: { $in: unique(references.map(({ organizationId }) => organizationId)) },
      }),
    listReceivers: (scopes) => read({ $or: scopes.flatMap(selectOwners) }),
    async listDeleted(before, limit) {
      const found = collection.find({ deletedAt: { $lt: before } }, { projection });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
    async *readAll() {
      for await (const document of collection.find(living, { projection }).sort({ _id: 1 }))
        yield toDomain(document);
    },
  };
}

/** Selects the webhooks of owners of one organization, with a condition for each kind, so that each is a range of the index. */
function selectOwners({ organizationId, owners, hasAllProjects }: ReceiverScope): Filter<WebhookDocument>[] {
  const kinds = [...Map.groupBy(owners, ({ kind }) => kind)].filter(
    ([kind]) => !(hasAllProjects && kind === 'project'),
  );
  return [
    ...kinds.map(([kind, own]) => ({
      organizationId,
      'owner.kind': kind,
      'owner.id': { $in: unique(own.map(({ id }) => id)) },
    })),
    ...(hasAllProjects ? [{ organizationId, 'owner.kind': 'project' as const }] : []),
  ];
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

type Change = (
  filter: Filter<WebhookDocument>,
  fields: Partial<WebhookDocument>,
  ...events: readonly OutboxEntry[]
) => Promise<Webhook | undefined>;

function createWrites(collection: Collection<WebhookDocument>, relay: Pick<Relay, 'notify'>): Change {
  return async (filter, fields, ...events) => {
    const update = { $set: fields, ...appendEvents(...events) } as UpdateFilter<WebhookDocument>;
    const options = { returnDocument: 'after', projection } as const;
    const found = await collection.findOneAndUpdate({ ...filter, ...living }, update, options);
    if (found === null) return undefined;
    if (events.length > 0) relay.notify(webhookCollection, found._id);
    return toDomain(found);
  };
}

function select({ id: _id, organizationId }: Pick<Webhook, 'id' | 'organizationId'>) {
  return { _id, organizationId };
}

function ownedBy(organizationId: string, { kind, id }: Owner) {
  return { organizationId, 'owner.kind': kind, 'owner.id': id };
}

function audited(action: string, { id: targetId }: Pick<Webhook, 'id'>, at = new Date()) {
  return { action: `webhook.${action}`, targetType: 'webhook', targetId, at };
}

/** Inserts a webhook in the lowest free place. The unique index refuses a place that another call took at the same time. */
async function insertInFreePlace(
  collection: Collection<WebhookDocument>,
  relay: Pick<Relay, 'notify'>,
  { webhook, call }: { readonly webhook: Webhook; readonly call: AuditedCall },
): Promise<Webhook | undefined> {
  const { organizationId, owner, createdAt } = webhook;
  const event = actionAudited(call, audited('create', webhook, createdAt));
  for (;;) {
    const earlier = await collection.findOne(select(webhook), { projection });
    if (earlier !== null) return toDomain(earlier);
    const taken = await collection.distinct('place', ownedBy(organizationId, owner));
    const place = Array.from({ length: webhooksPerOwner }, (_, index) => index).find(
      (index) => !taken.includes(index),
    );
    if (place === undefined) return undefined;
    try {
      await collection.insertOne(toDocument(webhook, { place, ...newOutbox(event) }));
    } catch (error) {
      if (isDuplicateKey(error)) continue;
      throw error;
    }
    relay.notify(webhookCollection, webhook.id);
    return webhook;
  }
}
