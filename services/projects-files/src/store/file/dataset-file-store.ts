import { MongoBulkWriteError } from 'mongodb';
import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { File } from '../../domain/file/file.ts';
import { toDocument, toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';

/** The records of the files of datasets. */
export interface DatasetFileStore {
  /** Inserts the files that do not exist, and returns their ids. `listing` is a dataset, or `none`. */
  insert(files: readonly File[], options: { readonly listing: string }): Promise<readonly string[]>;
  /** Finds files in no order. */
  findMany(organizationId: string, fileIds: readonly string[]): Promise<readonly File[]>;
}

export function createDatasetFileStore(db: Db): DatasetFileStore {
  const files = db.collection<FileDocument>(fileCollection);
  return {
    insert: (inserted, { listing }) =>
      insertMissing(
        files,
        inserted.map((file) => ({ ...toDocument(file), listing })),
      ),
    async findMany(organizationId, fileIds) {
      return (await files.find({ _id: { $in: [...fileIds] }, organizationId }).toArray()).map(toFile);
    },
  };
}

/** Inserts the documents whose id does not exist, and returns their ids. */
async function insertMissing(
  collection: Collection<FileDocument>,
  documents: readonly FileDocument[],
): Promise<readonly string[]> {
  const ids = documents.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  try {
    await collection.insertMany([...documents], { ordered: false });
    return ids;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.some(({ code }) => code !== 11_000)) throw error;
    const existing = new Set(errors.map(({ index }) => index));
    return ids.filter((_, index) => !existing.has(index));
  }
}
