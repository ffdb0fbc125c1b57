import type { Collection, Db, Filter } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { maxSegmentFiles } from '../domain/content/segment.ts';
import type { FileEntry, Segment, SegmentHeader } from '../domain/content/segment.ts';
import { toEntry, toSegment, toStored } from './segment-document.ts';
import type { SegmentDocument } from './segment-document.ts';

export const segmentCollection = 'segments';

export const segmentIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, datasetId: 1, uploads: 1 } },
  { key: { organizationId: 1, versionId: 1 } },
];

export type NewSegment = Omit<Segment, 'fileCount' | 'sizeBytes' | 'revision'> & {
  readonly uploads?: readonly string[];
};

/** The result of appending an upload. */
export type Appended = 'appended' | 'full';

export interface SegmentStore {
  /** Inserts a segment; does nothing when it exists. */
  insert(segment: NewSegment): Promise<void>;
  find(organizationId: string, segmentId: string): Promise<Segment | undefined>;
  /** Lists `count` files of a segment from the place `start` on; none if the segment is missing. */
  listFiles(organizationId: string, segmentId: string, range: FileRange): Promise<readonly FileEntry[]>;
  /** Finds the segment among these that has a file. */
  findFile(
    organizationId: string,
    segmentIds: readonly string[],
    fileId: string,
  ): Promise<HeldFile | undefined>;
  /** Lists those of the files that no segment among these has. */
  listMissing(
    organizationId: string,
    segmentIds: readonly string[],
    fileIds: readonly string[],
  ): Promise<readonly string[]>;
  /** Returns the headers in the order of the ids. Missing segments are left out. */
  listHeaders(organizationId: string, segmentIds: readonly string[]): Promise<readonly SegmentHeader[]>;
  /**
   * Appends the files of an upload in one write. `full` when the segment is sealed or has no space for all of them. Appending an upload
   * that the segment has changes nothing.
   */
  append(organizationId: string, segmentId: string, upload: AppendedUpload): Promise<Appended>;
  /** Seals a segment: from here on it takes no uploads and loses no files. */
  seal(organizationId: string, segmentIds: readonly string[]): Promise<void>;
  /** Removes one file from a segment that is not sealed. Resolves to false when it is sealed, or has no such file. */
  pullFile(organizationId: string, segmentId: string, entry: FileEntry): Promise<boolean>;
  /** Copies a segment without one file; does nothing when the copy exists. */
  copyWithout(organizationId: string, segmentId: string, copy: SegmentCopy): Promise<void>;
  /** Returns true if a segment of the dataset has the files of an upload. */
  hasUpload(organizationId: string, datasetId: string, uploadId: string): Promise<boolean>;
  /** Lists the ids of all segments that a version created. */
  listMadeBy(organizationId: string, versionId: string): Promise<readonly string[]>;
  remove(organizationId: string, segmentIds: readonly string[]): Promise<void>;
  removeDataset(organizationId: string, datasetId: string): Promise<void>;
}

export interface FileRange {
  /** From 0. */
  readonly start: number;
  readonly count: number;
}

interface SegmentCopy {
  readonly id: string;
  readonly fileId: string;
}

export interface HeldFile {
  readonly segmentId: string;
  readonly isSealed: boolean;
  readonly entry: FileEntry;
}

export interface AppendedUpload {
  readonly uploadId: string;
  readonly files: readonly FileEntry[];
}

export function createSegmentStore(db: Db): SegmentStore {
  const collection = db.collection<SegmentDocument>(segmentCollection);
  return {
    ...createReads(collection),
    ...createChanges(collection),
    async insert({ id, files, uploads = [], ...rest }) {
      const sums = { fileCount: files.length, sizeBytes: sumBytes(files), revision: 1 };
      await insertNew(collection, {
        _id: id,
        ...rest,
        ...sums,
        files: files.map(toStored),
        uploads: [...uploads],
      });
    },
    async hasUpload(organizationId, datasetId, uploadId) {
      const found = await collection.findOne(
        { organizationId, datasetId, uploads: uploadId },
        { projection: { _id: 1 } },
      );
      return found !== null;
    },
    async listMadeBy(organizationId, versionId) {
      const found = collection.find({ organizationId, versionId }, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async remove(organizationId, segmentIds) {
      await collection.deleteMany({ _id: { $in: [...segmentIds] }, organizationId });
    },
    async removeDataset(organizationId, datasetId) {
      await collection.deleteMany({ organizationId, datasetId });
    },
  };
}

type Reads = Pick<SegmentStore, 'find' | 'listFiles' | 'findFile' | 'listMissing' | 'listHeaders'>;

function createReads(collection: Collection<SegmentDocument>): Reads {
  return {
    async find(organizationId, segmentId) {
      const found = await collection.findOne({ _id: segmentId, organizationId });
      return found === null ? undefined : toSegment(found);
    },
    async listFiles(organizationId, segmentId, { start, count }) {
      const found = await collection.findOne(
        { _id: segmentId, organizationId },
        { projection: { files: { $slice: [start, count] } } },
      );
      return found?.files.map(toEntry) ?? [];
    },
    async findFile(organizationId, segmentIds, fileId) {
      const found = await collection.findOne(
        { _id: { $in: [...segmentIds] }, organizationId, 'files.f': fileId },
        { projection: { isSealed: 1, files: { $elemMatch: { f: fileId } } } },
      );
      const stored = found?.files[0];
      if (found === null || stored === undefined) return undefined;
      return { segmentId: found._id, isSealed: found.isSealed, entry: toEntry(stored) };
    },
    async listMissing(organizationId, segmentIds, fileIds) {
      const missing = new Set(fileIds);
      if (missing.size === 0) return [];
      const holders = { _id: { $in: [...segmentIds] }, organizationId, 'files.f': { $in: [...missing] } };
      for await (const { files } of collection.find(holders, { projection: { 'files.f': 1 } }))
        for (const { f: fileId } of files) missing.delete(fileId);
      return [...missing];
    },
    async listHeaders(organizationId, segmentIds) {
      const projection = { isSealed: 1, fileCount: 1, sizeBytes: 1, revision: 1 } as const;
      const selected = { _id: { $in: [...segmentIds] }, organizationId };
      const found = await collection.find(selected, { projection }).toArray();
      const byId = new Map(found.map((header) => [header._id, header]));
      return segmentIds.flatMap((id) => {
        const header = byId.get(id);
        if (header === undefined) return [];
        const { isSealed, fileCount, sizeBytes, revision } = header;
        return [{ id, isSealed, fileCount, sizeBytes, revision }];
      });
    },
  };
}

type Changes = Pick<SegmentStore, 'append' | 'seal' | 'pullFile' | 'copyWithout'>;

function createChanges(collection: Collection<SegmentDocument>): Changes {
  return {
    async append(organizationId, segmentId, { uploadId, files }) {
      const fits: Filter<SegmentDocument> = {
        _id: segmentId,
        organizationId,
        isSealed: false,
        uploads: { $ne: uploadId },
        fileCount: { $lte: maxSegmentFiles - files.length },
      };
      const { matchedCount } = await collection.updateOne(fits, {
        $push: { files: { $each: files.map(toStored) }, uploads: uploadId },
        $inc: { fileCount: files.length, sizeBytes: sumBytes(files), revision: 1 },
      });
      if (matchedCount === 1) return 'appended';
      const has = await collection.findOne({ _id: segmentId, organizationId, uploads: uploadId });
      return has === null ? 'full' : 'appended';
    },
    async seal(organizationId, segmentIds) {
      await collection.updateMany(
        { _id: { $in: [...segmentIds] }, organizationId, isSealed: false },
        { $set: { isSealed: true } },
      );
    },
    async pullFile(organizationId, segmentId, { fileId, sizeBytes }) {
      const { matchedCount } = await collection.updateOne(
        { _id: segmentId, organizationId, isSealed: false, 'files.f': fileId },
        { $pull: { files: { f: fileId } }, $inc: { fileCount: -1, sizeBytes: -sizeBytes, revision: 1 } },
      );
      return matchedCount === 1;
    },
    async copyWithout(organizationId, segmentId, copy) {
      const found = await collection.findOne({ _id: segmentId, organizationId });
      if (found === null) return;
      const files = found.files.filter(({ f }) => f !== copy.fileId);
      const sums = { fileCount: files.length, sizeBytes: files.reduce((sum, { s }) => sum + s, 0) };
      await insertNew(collection, { ...found, _id: copy.id, files, ...sums });
    },
  };
}

function sumBytes(files: readonly FileEntry[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
