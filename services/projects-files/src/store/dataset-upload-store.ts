import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, outboxIndexes } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/work/redrive';
import { abandonedAfterMs, computeOverdueAt } from '../domain/dataset-upload/dataset-upload.ts';
import type { DatasetUpload, UploadedFile } from '../domain/dataset-upload/dataset-upload.ts';
import { datasetUploadOverdue } from '../events/dataset-upload-events.ts';

export const datasetUploadCollection = 'dataset_uploads';

export const datasetUploadIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { state: 1, dueAt: 1 } },
  { key: { organizationId: 1, datasetId: 1 } },
  { key: { operation: 1 }, unique: true, sparse: true },
];

/** The uploads to datasets, from before their first object until a version names their files. */
export interface DatasetUploadStore {
  /** The uploads that wait for the service `datasets`. */
  readonly overdue: UnfinishedWork<OverdueUpload>;
  /** Records an upload before its first object exists. Returns false if it exists. */
  insert(upload: DatasetUpload): Promise<boolean>;
  find(organizationId: string, id: string): Promise<DatasetUpload | undefined>;
  findByOperation(organizationId: string, operation: string): Promise<DatasetUpload | undefined>;
  /** Adds a file before its object exists. Returns false when the upload was discarded. */
  addFile(place: UploadPlace, fileId: string, now: Date): Promise<boolean>;
  /** Stores the descriptions of all files. Returns false when the upload was discarded, or the same operation completed another one. */
  complete(place: UploadPlace, completion: Completion): Promise<boolean>;
  /** Returns false when the upload was discarded or finished. */
  accept(place: UploadPlace): Promise<boolean>;
  /** Removes an accepted upload. */
  finish(place: UploadPlace): Promise<void>;
  /** Makes an upload of a dataset discarded, and returns it; undefined for a finished one. */
  discard(place: UploadPlace, now: Date): Promise<DatasetUpload | undefined>;
  /** The same for an upload that is still being received, or one that has not progressed for an hour. */
  discardReceiving(place: UploadPlace, options: DiscardOptions): Promise<DatasetUpload | undefined>;
  /** Removes a discarded upload. */
  remove(place: UploadPlace): Promise<void>;
  /** Lists the uploads of all organizations that a dead process left, and discarded ones, that are due. */
  listStale(now: Date, limit: number): Promise<readonly DatasetUpload[]>;
  /** Lists the uploads of a dataset, except discarded ones. */
  listByDataset(organizationId: string, datasetId: string): Promise<readonly DatasetUpload[]>;
  /** Finds the uploads among these ids. */
  findMany(organizationId: string, ids: readonly string[]): Promise<readonly DatasetUpload[]>;
}

export type UploadPlace = Pick<DatasetUpload, 'organizationId' | 'id'>;

interface DiscardOptions {
  readonly now: Date;
  readonly isAbandoned?: boolean;
}

export interface Completion {
  readonly state: 'stored' | 'adopting';

  readonly files: readonly UploadedFile[];
  /** The operation of the idempotency key of the request. */
  readonly operation: string | undefined;
  readonly now: Date;
}

interface DatasetUploadDocument extends NamedOutboxDocument, Mapped<DatasetUpload> {
  readonly _id: string;
  /** When it is abandoned, overdue, or removed for good. */
  readonly dueAt: Date;
  readonly operation?: string;
}

interface OverdueUpload extends UnfinishedUnit {
  readonly document: DatasetUploadDocument;
}

const mapper = createDocumentMapper<DatasetUpload, DatasetUploadDocument>({
  internal: ['dueAt', 'operation'],
});
const toUpload = mapper.toDomain;

export function createDatasetUploadStore(db: Db, relay: Pick<Relay, 'notify'>): DatasetUploadStore {
  const collection = db.collection<DatasetUploadDocument>(datasetUploadCollection);
  return {
    overdue: createOverdueUploads(collection, relay),
    ...createEnds(collection),
    async insert(upload) {
      const dueAt = addMs(upload.createdAt, abandonedAfterMs);
      return insertNew(collection, mapper.toDocument(upload, { dueAt }));
    },
    async find(organizationId, id) {
      const found = await collection.findOne({ _id: id, organizationId });
      return found === null ? undefined : toUpload(found);
    },
    async findByOperation(organizationId, operation) {
      // The index is unique over all organizations, and the operation depends on the organization.
      const found = await collection.findOne({ operation });
      return found?.organizationId === organizationId ? toUpload(found) : undefined;
    },
    async addFile({ organizationId, id }, fileId, now) {
      const { matchedCount } = await collection.updateOne(
        { _id: id, organizationId, state: 'receiving' },
        { $push: { fileIds: fileId }, $set: { dueAt: addMs(now, abandonedAfterMs) } },
      );
      return matchedCount === 1;
    },
    async complete({ organizationId, id }, { state, files, operation, now }) {
      const stored = { state, files: [...files], dueAt: computeOverdueAt(now, now) } as const;
      try {
        const { matchedCount } = await collection.updateOne(
          { _id: id, organizationId, state: 'receiving' },
          { $set: { ...stored, ...(operation !== undefined && { operation }) } },
        );
        return matchedCount === 1;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async findMany(organizationId, ids) {
      return (await collection.find({ _id: { $in: [...ids] }, organizationId }).toArray()).map(toUpload);
    },
    async listByDataset(organizationId, datasetId) {
      const found = collection.find({ datasetId, organizationId, state: { $ne: 'discarded' } });
      return (await found.toArray()).map(toUpload);
    },
  };
}

type Ends = Pick<
  DatasetUploadStore,
  'accept' | 'finish' | 'discard' | 'discardReceiving' | 'remove' | 'listStale'
>;

function createEnds(collection: Collection<DatasetUploadDocument>): Ends {
  return {
    async accept({ organizationId, id }) {
      const { matchedCount } = await collection.updateOne(
        { _id: id, organizationId, state: { $in: ['stored', 'accepted'] } },
        { $set: { state: 'accepted' } },
      );
      return matchedCount === 1;
    },
    async finish({ organizationId, id }) {
      await collection.deleteOne({ _id: id, organizationId, state: { $in: ['accepted', 'adopting'] } });
    },
    async discard({ organizationId, id }, now) {
      const found = await collection.findOneAndUpdate(
        { _id: id, organizationId, state: { $ne: 'adopting' } },
        {
          $set: { state: 'discarded', dueAt: addMs(now, abandonedAfterMs) },
          // A client that sends the upload again with the same idempotency key begins anew.
          $unset: { operation: '' },
        },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toUpload(found);
    },
    async discardReceiving({ organizationId, id }, { now, isAbandoned = false }) {
      const due = isAbandoned ? { dueAt: { $lte: now } } : {};
      const found = await collection.findOneAndUpdate(
        { _id: id, organizationId, state: 'receiving', ...due },
        { $set: { state: 'discarded', dueAt: addMs(now, abandonedAfterMs) } },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toUpload(found);
    },
    async remove({ organizationId, id }) {
      await collection.deleteOne({ _id: id, organizationId, state: 'discarded' });
    },
    async listStale(now, limit) {
      const stale = { state: { $in: ['receiving', 'adopting', 'discarded'] }, dueAt: { $lte: now } } as const;
      return (await collection.find(stale).sort({ dueAt: 1 }).limit(limit).toArray()).map(toUpload);
    },
  };
}

/** Notifies `datasets` about uploads that it has neither finished nor discarded. */
function createOverdueUploads(
  collection: Collection<DatasetUploadDocument>,
  relay: Pick<Relay, 'notify'>,
): UnfinishedWork<OverdueUpload> {
  const write = createOutboxWriter(collection, relay);
  const open = { state: { $in: ['stored', 'accepted'] } } as const;
  return {
    async listOverdue(state, now, limit) {
      if (state === 'taken') return [];
      const late = collection.find({ ...open, dueAt: { $lte: now } }).sort({ dueAt: 1 });
      return (await late.limit(limit).toArray()).map((document) => {
        const { _id: id, organizationId } = document;
        return { id, organizationId, overdueSince: undefined, document };
      });
    },
    isBusy: () => Promise.resolve(false),
    requestAgain({ document }, { now }) {
      const { _id, organizationId, datasetId, state, createdAt, dueAt } = document;
      // An event in the outbox is a notification already.
      const asListed = { _id, organizationId, state, dueAt, outboxSince: { $exists: false } };
      const overdue = { uploadId: _id, datasetId: datasetId ?? '', organizationId };
      return write(asListed, {
        $set: { dueAt: computeOverdueAt(createdAt, now) },
        ...appendEvents(datasetUploadOverdue(overdue, now)),
      });
    },
    /** Only the service `datasets` knows whether a version names the files. */
    end: () => Promise.resolve(false),
    async makeOverdue() {
      await collection.updateMany(open, { $set: { dueAt: new Date(0) } });
    },
  };
}

function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
