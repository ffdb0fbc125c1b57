import type { Collection, Document, Filter, InferIdType } from 'mongodb';

/**
 * Makes the method of a store that removes the documents of a deleted owner, such as a project: `ownerField` holds its id.
 * The method is idempotent, so that a redelivered event removes what an interrupted attempt left.
 */
export function removedWith<D extends Document & { readonly organizationId: string }>(
  collection: Collection<D>,
  ownerField: keyof D & string,
): (organizationId: string, ownerId: string) => Promise<void> {
  return async (organizationId, ownerId) => {
    await removeInBatches(collection, { organizationId, [ownerField]: ownerId } as Filter<D>);
  };
}

/**
 * Removes all matching documents by commands that remove at most `batchSize` each, since MongoDB itself removes one or all.
 * Returns their number.
 */
export async function removeInBatches<D extends Document>(
  collection: Collection<D>,
  filter: Filter<D>,
  batchSize = 500,
): Promise<number> {
  for (let removed = 0; ;) {
    const found = collection.find<{ readonly _id: InferIdType<D> }>(filter, { projection: { _id: 1 } });
    const ids = (await found.limit(batchSize).toArray()).map(({ _id }) => _id);
    if (ids.length > 0)
      removed += (await collection.deleteMany({ ...filter, _id: { $in: ids } })).deletedCount;
    if (ids.length < batchSize) return removed;
  }
}
