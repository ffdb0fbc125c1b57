import type { Collection, Document, IndexDescription } from 'mongodb';

/** An index a store declares beside itself; the name is derived from the key when there is none. */
export type IndexSpec = Readonly<IndexDescription>;

/** Declared indexes and the server's differ in a way that only a person may resolve. */
export class IndexConflictError extends Error {
  override readonly name = 'IndexConflictError';
}

const conflictCodes = [85, 86];

/**
 * Creates the indexes that are missing. May run in many processes at once and on every start. Never drops one: an
 * index of the same name with another key rejects with IndexConflictError.
 */
export async function ensureIndexes<T extends Document>(
  collection: Collection<T>,
  specs: readonly IndexSpec[],
): Promise<void> {
  if (specs.length === 0) return;
  try {
    await collection.createIndexes([...specs]);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const message = `the indexes of ${collection.collectionName} differ from the declared ones: ${String(error)}`;
    throw new IndexConflictError(message, { cause: error });
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.includes(error.code as number);
}
