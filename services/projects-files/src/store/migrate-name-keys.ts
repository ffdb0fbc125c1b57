import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { nameKey } from '../domain/file/file-name.ts';
import { fileCollection } from './file-store.ts';
import type { FileDocument } from './file-document.ts';

const batchSize = 500;

/** Gives files from before the key they are found by; a file whose name has changed since has one already. */
export async function migrateNameKeys(db: Db): Promise<void> {
  const files = db.collection<FileDocument>(fileCollection);
  const without = files.find({ nameKey: { $exists: false } }, { projection: { organizationId: 1, name: 1 } });
  let changes: AnyBulkWriteOperation<FileDocument>[] = [];
  for await (const { _id, organizationId, name } of without) {
    const filter = { _id, organizationId, name };
    changes.push({ updateOne: { filter, update: { $set: { nameKey: nameKey(name) } } } });
    if (changes.length < batchSize) continue;
    await files.bulkWrite(changes, { ordered: false });
    changes = [];
  }
  if (changes.length > 0) await files.bulkWrite(changes, { ordered: false });
}
