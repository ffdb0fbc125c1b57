import type { Collection, Db } from 'mongodb';
import { findDuplicates } from '@assay/chassis/mongo/duplicate-key';
import type { File } from '../../domain/file/file.ts';
import { toDocument, toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';

/** The records of the files of datasets. */
export interface DatasetFileStore {
  /** Inserts the files that do not exist, and returns their ids. */
  insert(files: readonly File[], options: InsertOptions): Promise<readonly string[]>;
  /** Finds files in no order. */
  findMany(organizationId: string, fileIds: readonly string[]): Promise<readonly File[]>;
  /** Lists the files of a dataset in no order, or those among the ids. */
  listObjects(organizationId: string, of: DatasetFiles, limit: number): Promise<readonly FileObject[]>;
  /** Returns true if a file names the derived object. */
  isNamed(organizationId: string, key: string): Promise<boolean>;
  /** Removes derived files, whose objects count and not they. */
  removeDerived(organizationId: string, fileIds: readonly string[]): Promise<void>;
  /** Hides files from the list of raw files. */
  unlist(organizationId: string, datasetId: string, fileIds: readonly string[]): Promise<void>;
}

export interface InsertOptions {
  /** The dataset that lists the files as raw ones, or `none`. */
  readonly listing: string;
  /** True if files with the same content share their object. */
  readonly sharesObject?: boolean;
}

export interface DatasetFiles {
  readonly datasetId: string;
  /** Undefined: all files of the dataset. */
  readonly fileIds?: readonly string[] | undefined;
}

/** A file and its object. */
export interface FileObject {
  readonly fileId: string;
  readonly storageKey: string;
  readonly isShared: boolean;
}

export function createDatasetFileStore(db: Db): DatasetFileStore {
  const files = db.collection<FileDocument>(fileCollection);
  return {
    insert: (inserted, { listing, sharesObject = false }) =>
      insertMissing(
        files,
        inserted.map((file) => {
          return { ...toDocument(file), listing, ...(sharesObject && { derivedObject: file.storageKey }) };
        }),
      ),
    async findMany(organizationId, fileIds) {
      return (await files.find({ _id: { $in: [...fileIds] }, organizationId }).toArray()).map(toFile);
    },
    async listObjects(organizationId, { datasetId, fileIds }, limit) {
      const among = fileIds === undefined ? {} : { _id: { $in: [...fileIds] } };
      const projection = { storageKey: 1, derivedObject: 1 };
      const found = files.find({ ...among, organizationId, datasetId }, { projection }).limit(limit);
      return (await found.toArray()).map(({ _id: fileId, storageKey, derivedObject }) => {
        return { fileId, storageKey, isShared: derivedObject !== undefined };
      });
    },
    async isNamed(organizationId, derivedObject) {
      const named = { organizationId, derivedObject };
      return (await files.findOne(named, { projection: { _id: 1 } })) !== null;
    },
    async removeDerived(organizationId, fileIds) {
      const derived = { _id: { $in: [...fileIds] }, organizationId, derivedObject: { $exists: true } };
      await files.deleteMany(derived);
    },
    async unlist(organizationId, datasetId, fileIds) {
      const listed = { _id: { $in: [...fileIds] }, organizationId, datasetId, listing: datasetId };
      await files.updateMany(listed, { $set: { listing: 'none' } });
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
    const existing = findDuplicates(error);
    if (existing === undefined) throw error;
    return ids.filter((_, index) => !existing.has(index));
  }
}
