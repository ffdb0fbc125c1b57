import type { Collection, Filter, OptionalUnlessRequiredId, WithId } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import { withoutOutbox } from './outbox.ts';
import type { OutboxDocument } from './outbox.ts';

interface Insertable extends OutboxDocument {
  readonly _id: string;
  readonly organizationId?: string;
}

/**
 * Inserts a document, or finds the one that an earlier attempt at the same operation inserted; returns the stored one without its
 * outbox. `earlier` selects it, by default by the id and, where documents have one, the organization. Rejects with the duplicate
 * key error (E11000) when the unique value belongs to a document that `earlier` does not select.
 */
export async function insertOrFind<Document extends Insertable>(
  collection: Collection<Document>,
  document: OptionalUnlessRequiredId<Document>,
  earlier: Filter<Document> = selectSame(document),
): Promise<WithId<Document>> {
  try {
    await collection.insertOne(document);
  } catch (error) {
    const found = isDuplicateKey(error)
      ? await collection.findOne(earlier, { projection: withoutOutbox })
      : null;
    if (found === null) throw error;
    return found;
  }
  const { outbox: _outbox, outboxSince: _since, ...stored } = document;
  return stored as unknown as WithId<Document>;
}

function selectSame<Document extends Insertable>({
  _id,
  organizationId,
}: OptionalUnlessRequiredId<Document>): Filter<Document> {
  return (organizationId === undefined ? { _id } : { _id, organizationId }) as Filter<Document>;
}
