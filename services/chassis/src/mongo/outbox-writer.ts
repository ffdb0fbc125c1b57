import type { Collection, Filter, UpdateFilter, UpdateOptions } from 'mongodb';
import type { OutboxDocument } from './outbox.ts';
import type { Relay } from './relay.ts';

/** A document with an outbox, under an id that the relay can name. */
export interface NamedOutboxDocument extends OutboxDocument {
  readonly _id: string;
}

/**
 * Applies a change that appends events, and wakes the relay for them:
 * `write({ _id, status: 'pending' }, { $set: change, ...appendEvents(event) })`. Resolves to false, and nothing has changed, when the
 * document is not, or no longer, what the filter says.
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
