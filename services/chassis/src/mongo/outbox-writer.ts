import type { Collection, Filter, UpdateFilter, UpdateOptions } from 'mongodb';
import type { OutboxDocument } from './outbox.ts';
import type { Relay } from './relay.ts';

/** A document with an outbox and the string id by which the relay finds it. */
export interface NamedOutboxDocument extends OutboxDocument {
  readonly _id: string;
}

/**
 * Applies an update that appends events, and wakes the relay: `write({ _id, status: 'pending' }, { $set: change,
 * ...appendEvents(event) })`. Resolves to false without a change when no document matches the filter.
 */
export type OutboxWriter<T extends NamedOutboxDocument> = (
  filter: Filter<T> & { readonly _id: string },
  update: UpdateFilter<T>,
  options?: UpdateOptions,
) => Promise<boolean>;

export function createOutboxWriter<T extends NamedOutboxDocument>(
  collection: Collection<T>,
  relay: Pick<Relay, 'notify'>,
): OutboxWriter<T> {
  return async (filter, update, options) => {
    const { matchedCount } = await collection.updateOne(filter, update, options);
    if (matchedCount !== 1) return false;
    relay.notify(collection.collectionName, filter._id);
    return true;
  };
}
