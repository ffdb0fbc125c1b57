import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';

/** Inserts a document. Returns false without an insert when its id or another unique value exists already. */
export async function insertNew<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  document: OptionalUnlessRequiredId<Document>,
): Promise<boolean> {
  try {
    await collection.insertOne(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
