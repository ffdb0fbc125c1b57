import type { Collection, Document, Filter, InferIdType } from 'mongodb';

/**
 * Removes at most `limit` of the documents that match, since MongoDB itself removes one or all; resolves to how many. Asked
 * again until that is 0 it removes all, a short command at a time.
 */
export async function removeSome<D extends Document>(
  collection: Collection<D>,
  filter: Filter<D>,
  limit: number,
): Promise<number> {
  const found = collection.find<{ readonly _id: InferIdType<D> }>(filter, { projection: { _id: 1 } });
  const ids = (await found.limit(limit).toArray()).map(({ _id }) => _id);
  return (await collection.deleteMany({ ...filter, _id: { $in: ids } })).deletedCount;
}
