import type { Collection, Db } from 'mongodb';
import type { OutboxEntry } from '../events/event.ts';
import type { IndexSpec } from './indexes.ts';

/** A document that is a transaction boundary: its events wait in it until the relay has published them. */
export interface OutboxDocument {
  readonly outbox?: OutboxEntry[];
}

/** What the relay's sweep reads by; every collection with an outbox declares it. */
export const outboxIndexes: readonly IndexSpec[] = [
  { key: { 'outbox.occurredAt': 1 }, name: 'outbox_occurred_at', sparse: true },
];

/**
 * The `$push` that appends events in the same update as the change they tell:
 * `updateOne(filter, { $set: change, $push: appendEvents(event) })`. A new document has `outbox: [event]` instead.
 */
export function appendEvents(...events: readonly OutboxEntry[]): {
  readonly outbox: { readonly $each: OutboxEntry[] };
} {
  return { outbox: { $each: [...events] } };
}

/** A collection as the relay sees it: ids and what waits. */
export function pendingIn(db: Db, collection: string): Collection<{ _id: string; outbox?: OutboxEntry[] }> {
  return db.collection(collection);
}
