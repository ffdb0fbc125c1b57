import type { Collection, Document, IndexDescription } from 'mongodb';

/** An index a store declares beside itself; the name is derived from the key when there is none. */
export type IndexSpec = Readonly<IndexDescription>;

/**
 * Creates the indexes that are missing. May run in many processes at once and on every start. Never drops one: MongoDB
 * rejects a declaration that contradicts an existing index, which only a person may resolve.
 */
export async function ensureIndexes<T extends Document>(
  collection: Collection<T>,
  specs: readonly IndexSpec[],
): Promise<void> {
  if (specs.length > 0) await collection.createIndexes([...specs]);
}
