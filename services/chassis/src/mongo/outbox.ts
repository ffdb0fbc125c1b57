import type { Collection, Db } from 'mongodb';
import type { OutboxEntry } from '../events/event.ts';
import type { IndexSpec } from './indexes.ts';

/** A document as transaction boundary: it stores its events until the relay has published them. */
export interface OutboxDocument {
  readonly outbox?: OutboxEntry[];
  /** When the oldest waiting event was appended; missing while none waits. The relay finds documents by this field alone. */
  readonly outboxSince?: Date;
}

/**
 * The indexes of the relay's sweep. Every collection with an outbox declares them. The second one serves earlier
 * versions.
 */
export const outboxIndexes: readonly IndexSpec[] = [
  { key: { outboxSince: 1 }, name: 'outbox_since', sparse: true },
  { key: { 'outbox.occurredAt': 1 }, name: 'outbox_occurred_at', sparse: true },
];

/** A projection without the fields that only the relay reads. */
export const withoutOutbox = { outbox: 0, outboxSince: 0 } as const;

/** Builds the outbox fields of a new document with these events. */
export function newOutbox(...events: readonly OutboxEntry[]): OutboxDocument {
  const [first] = events;
  return { outbox: [...events], ...(first === undefined ? {} : { outboxSince: first.occurredAt }) };
}

/** The update operators that append events; empty when there are no events. */
export interface AppendedEvents {
  readonly $push?: { readonly outbox: { readonly $each: OutboxEntry[] } };
  /** Sets the time in an empty outbox and keeps the earlier time in any other. */
  readonly $min?: { readonly outboxSince: Date };
}

/**
 * Builds the part of an update that appends events, for the write that makes the change: `updateOne(filter, { $set:
 * change, ...appendEvents(event) })`. For a new document use `newOutbox(event)`.
 */
export function appendEvents(...events: readonly OutboxEntry[]): AppendedEvents {
  const [first] = events;
  if (first === undefined) return {};
  return { $push: { outbox: { $each: [...events] } }, $min: { outboxSince: first.occurredAt } };
}

/** The fields of a document that the relay reads. */
export interface PendingDocument {
  readonly _id: string;
  readonly outbox?: OutboxEntry[];
  readonly outboxSince?: Date;
}

/** Opens a collection with the fields that the relay reads. */
export function openPendingCollection(db: Db, collection: string): Collection<PendingDocument> {
  return db.collection(collection);
}

/**
 * Sets `outboxSince` in documents whose events were appended by a version without this field, so that the sweep finds
 * them. Runs when a service is prepared, and every minute while such a version may still run.
 */
export async function backfillOutboxSince(db: Db, collections: readonly string[], now: Date): Promise<void> {
  for (const collection of collections) {
    const filter = { 'outbox.occurredAt': { $gt: new Date(0) }, outboxSince: { $exists: false } };
    await openPendingCollection(db, collection).updateMany(filter, { $set: { outboxSince: now } });
  }
}
