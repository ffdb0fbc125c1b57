import type { Collection, Document, Filter, InferIdType } from 'mongodb';

/**
 * Removes at most `limit` matching documents, since MongoDB itself removes one or all. Resolves to their number.
 * Repeat it until it returns 0 to remove all documents in short commands.
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
