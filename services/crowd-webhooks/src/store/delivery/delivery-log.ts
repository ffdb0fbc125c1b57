import type { Collection, Db } from 'mongodb';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { deliveryStatuses } from '../../domain/webhooks/delivery/delivery.ts';
import type { Delivery, DeliveryFilter, DeliveryStatus } from '../../domain/webhooks/delivery/delivery.ts';
import type { Owner, Webhook } from '../../domain/webhooks/webhook/webhook.ts';
import { deliveryCollection, mapper } from './delivery-document.ts';
import type { DeliveryDocument } from './delivery-document.ts';

export interface DeliveryState {
  readonly eventId: string;
  readonly status: DeliveryStatus;
  readonly isOpen: boolean;
}

/** The deliveries of webhooks, for people. */
export interface DeliveryLog {
  find(organizationId: string, webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Newest first, without tests. */
  list(organizationId: string, webhookId: string, query: DeliveryFilter & Page): Promise<PageOf<Delivery>>;
  /** Lists the states of the deliveries of events to a webhook. */
  listStates(
    organizationId: string,
    webhookId: string,
    eventIds: readonly string[],
  ): Promise<readonly DeliveryState[]>;
  /** Ends a delivery that a person sends once more; it counts for nothing. Resolves to false when it is pending. */
  supersede(delivery: Delivery): Promise<boolean>;
  /** Moves the open deliveries of a webhook to the origin of its new address, whose limits apply to them from now on. */
  moveTo(webhook: Pick<Webhook, 'id' | 'organizationId'>, origin: string): Promise<void>;
  /** Ends all open deliveries of a webhook without further attempts. */
  giveUp(webhook: Pick<Webhook, 'id' | 'organizationId'>, reason: string): Promise<void>;
  /** Reads how the last deliveries of a webhook ended since its activation, the latest first. */
  listLastEnds(webhook: Webhook, limit: number): Promise<readonly DeliveryStatus[]>;
  /** Lists the webhooks of deliveries that were exhausted since a time. */
  listExhausted(since: Date): Promise<readonly Pick<Delivery, 'organizationId' | 'webhookId'>[]>;
  /** Removes a test. During its attempt it is only ended, so that the attempt is known until its end, which then removes it. */
  removeTest(organizationId: string, deliveryId: string): Promise<void>;
  removeWebhook(webhook: Pick<Webhook, 'id' | 'organizationId'>): Promise<void>;
  removeOwner(organizationId: string, owner: Owner): Promise<void>;
}

export function createDeliveryLog(db: Db): DeliveryLog {
  const collection = db.collection<DeliveryDocument>(deliveryCollection);
  return {
    async find(organizationId, webhookId, deliveryId) {
      const found = await collection.findOne({ _id: deliveryId, organizationId, webhookId });
      return found === null ? undefined : mapper.toDomain(found);
    },
    async list(organizationId, webhookId, { status, event, since, until, ...page }) {
      const created = { ...(since && { $gte: since }), ...(until && { $lt: until }) };
      const filter = {
        organizationId,
        webhookId,
        isTest: false,
        // With all statuses MongoDB merges a few ranges of the index, so that it needs no other one.
        status: { $in: status === undefined ? [...deliveryStatuses] : [status] },
        ...(event !== undefined && { event }),
        ...((since ?? until) && { createdAt: created }),
      };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(mapper.toDomain), ...facts };
    },
    async listStates(organizationId, webhookId, eventIds) {
      const found = collection.find(
        { organizationId, webhookId, eventId: { $in: [...eventIds] } },
        { projection: { eventId: 1, status: 1, state: 1 } },
      );
      return (await found.toArray()).map(({ eventId, status, state }) => ({
        eventId,
        status,
        isOpen: state === 'open',
      }));
    },
    async supersede({ id: _id, organizationId }) {
      const { matchedCount } = await collection.updateOne(
        { _id, organizationId, status: { $ne: 'pending' } },
        { $set: { state: 'done', nextAttemptAt: null }, $unset: { endedAt: true } },
      );
      return matchedCount === 1;
    },
    async listLastEnds({ id: webhookId, organizationId, countsFrom }, limit) {
      const ends = collection.find(
        { organizationId, webhookId, endedAt: { $gte: countsFrom } },
        { projection: { status: 1 } },
      );
      return (await ends.sort({ endedAt: -1 }).limit(limit).toArray()).map(({ status }) => status);
    },
    async listExhausted(since) {
      const found = collection.aggregate<{ _id: Pick<Delivery, 'organizationId' | 'webhookId'> }>([
        { $match: { status: 'exhausted', endedAt: { $gte: since } } },
        { $group: { _id: { organizationId: '$organizationId', webhookId: '$webhookId' } } },
      ]);
      return (await found.toArray()).map(({ _id }) => _id);
    },
    ...createOpenWrites(collection),
    ...createRemovals(collection),
  };
}

function createOpenWrites(collection: Collection<DeliveryDocument>): Pick<DeliveryLog, 'moveTo' | 'giveUp'> {
  return {
    async moveTo({ id: webhookId, organizationId }, origin) {
      const open = { organizationId, webhookId, isTest: { $ne: true }, state: 'open' } as const;
      await collection.updateMany(open, { $set: { origin } });
    },
    async giveUp({ id: webhookId, organizationId }, errorMessage) {
      const open = { organizationId, webhookId, isTest: { $ne: true }, state: 'open' } as const;
      const ended = { state: 'done', status: 'failed', nextAttemptAt: null } as const;
      await collection.updateMany({ ...open, attempt: { $lt: 1 } }, { $set: { ...ended, errorMessage } });
      await collection.updateMany(open, { $set: ended });
    },
  };
}

function createRemovals(
  collection: Collection<DeliveryDocument>,
): Pick<DeliveryLog, 'removeTest' | 'removeWebhook' | 'removeOwner'> {
  return {
    async removeTest(organizationId, _id) {
      const idle = { _id, organizationId, claim: { $exists: false } };
      if ((await collection.deleteOne(idle)).deletedCount > 0) return;
      const claimed = { _id, organizationId, claim: { $exists: true } };
      const ended = { state: 'done', status: 'failed', nextAttemptAt: null } as const;
      const { matchedCount } = await collection.updateOne(claimed, { $set: ended });
      if (matchedCount === 0) await collection.deleteOne(idle);
    },
    async removeWebhook({ id: webhookId, organizationId }) {
      await removeInBatches(collection, { organizationId, webhookId });
    },
    async removeOwner(organizationId, { id }) {
      await removeInBatches(collection, { organizationId, 'owner.id': id });
    },
  };
}
