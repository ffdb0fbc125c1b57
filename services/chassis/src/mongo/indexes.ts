import { MongoServerError } from 'mongodb';
import type { Collection, Document, IndexDescription } from 'mongodb';

/** An index that a store declares. MongoDB derives the name from the key when the declaration has none. */
export type IndexSpec = Readonly<IndexDescription>;

/**
 * Creates the missing indexes. It is safe in many processes at once and on every prepare. It never drops an index:
 * MongoDB rejects a declaration that contradicts an existing index, and an operator has to resolve that.
 */
export async function ensureIndexes<T extends Document>(
  collection: Collection<T>,
  specs: readonly IndexSpec[],
): Promise<void> {
  if (specs.length > 0) await collection.createIndexes([...specs]);
}

/** Returns the keys of the declared indexes that do not exist, such as `{"organizationId":1}`. */
export async function findMissingIndexes<T extends Document>(
  collection: Collection<T>,
  specs: readonly IndexSpec[],
): Promise<readonly string[]> {
  const found = await collection.indexes().catch(emptyWithoutCollection);
  const existing = new Set(found.map(describe));
  return specs.map(describe).filter((words) => !existing.has(words));
}

function describe({ key, unique }: Pick<IndexDescription, 'key' | 'unique'>): string {
  const fields = key instanceof Map ? Object.fromEntries(key) : key;
  return `${JSON.stringify(fields)}${unique === true ? ' unique' : ''}`;
}

const namespaceNotFound = 26;

function emptyWithoutCollection(error: unknown): IndexDescription[] {
  if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
  throw error;
}
