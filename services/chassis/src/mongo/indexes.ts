import { MongoServerError } from 'mongodb';
import type { Collection, Document, IndexDescription } from 'mongodb';

/** An index a store declares beside itself; the name is derived from the key when there is none. */
export type IndexSpec = Readonly<IndexDescription>;

/**
 * Creates the indexes that are missing. May run in many processes at once and each time the service is prepared. Never
 * drops one: MongoDB rejects a declaration that contradicts an existing index, which only a person may resolve.
 */
export async function ensureIndexes<T extends Document>(
  collection: Collection<T>,
  specs: readonly IndexSpec[],
): Promise<void> {
  if (specs.length > 0) await collection.createIndexes([...specs]);
}

/** Of the declared indexes those that are not there, by their keys, such as `{"organizationId":1}`. */
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
