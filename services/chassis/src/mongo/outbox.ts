import type { Collection, Db } from 'mongodb';
import type { OutboxEntry } from '../events/event.ts';
import type { IndexSpec } from './indexes.ts';

/** A document that is a transaction boundary: its events wait in it until the relay has published them. */
export interface OutboxDocument {
  readonly outbox?: OutboxEntry[];
  /** Since when events have waited in it; missing while none does. The relay looks for documents by it alone. */
  readonly outboxSince?: Date;
}

/** What the relay's sweep reads by; every collection with an outbox declares it. The second one is of versions before. */
export const outboxIndexes: readonly IndexSpec[] = [
  { key: { outboxSince: 1 }, name: 'outbox_since', sparse: true },
  { key: { 'outbox.occurredAt': 1 }, name: 'outbox_occurred_at', sparse: true },
];

/** The projection that leaves out what only the relay reads. */
export const withoutOutbox = { outbox: 0, outboxSince: 0 } as const;

/** The fields of a new document that tells these events. */
export function newOutbox(...events: readonly OutboxEntry[]): OutboxDocument {
  const [first] = events;
  return { outbox: [...events], ...(first === undefined ? {} : { outboxSince: first.occurredAt }) };
}

/** The operators that append events; absent when there are none. */
export interface AppendedEvents {
  readonly $push?: { readonly outbox: { readonly $each: OutboxEntry[] } };
  /** Sets the time in an outbox that was empty, and leaves the earlier one in another. */
  readonly $min?: { readonly outboxSince: Date };
}

/**
 * The part of an update that appends events in the write of the change they tell:
 * `updateOne(filter, { $set: change, ...appendEvents(event) })`. A new document has `newOutbox(event)` instead.
 */
export function appendEvents(...events: readonly OutboxEntry[]): AppendedEvents {
  const [first] = events;
  if (first === undefined) return {};
  return { $push: { outbox: { $each: [...events] } }, $min: { outboxSince: first.occurredAt } };
}

/** A document as the relay sees it. */
export interface PendingDocument {
  readonly _id: string;
  readonly outbox?: OutboxEntry[];
  readonly outboxSince?: Date;
}

/** A collection as the relay sees it: ids and what waits. */
export function openPendingCollection(db: Db, collection: string): Collection<PendingDocument> {
  return db.collection(collection);
}

/**
 * Makes the sweep see the documents in whose outbox a version put events that did not know `outboxSince`; run when a service is
 * prepared, and now and then while that version may still run beside.
 */
export async function backfillOutboxSince(db: Db, collections: readonly string[], now: Date): Promise<void> {
  for (const collection of collections) {
    const filter = { 'outbox.occurredAt': { $gt: new Date(0) }, outboxSince: { $exists: false } };
    await openPendingCollection(db, collection).updateMany(filter, { $set: { outboxSince: now } });
  }
}
