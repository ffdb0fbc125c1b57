import type { Collection, Db, Filter } from 'mongodb';
import type { CallContext } from '@assay/chassis/call-context';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { currentTrace } from '@assay/chassis/work/work-documents';
import type { WorkLimits } from '@assay/chassis/work/work-documents';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Migration } from '@assay/chassis/process/boot/resources';
import { newOutbox, outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { computeDueAt } from '@assay/chassis/work/redrive';
import { nameKey } from '../../domain/file/file-name.ts';
import type {
  EnrichmentStatus,
  File,
  FileChanges,
  FileFilter,
  ProjectFile,
  RemovedFiles,
  StoredSize,
} from '../../domain/file/file.ts';
import { byKind } from '../../domain/file/media-kind.ts';
import type { ByKind } from '../../domain/file/media-kind.ts';
import type { StorageUse } from '../../domain/room/storage-use.ts';
import { enrichmentRequested, fileUploaded } from '../../events/file-events.ts';
import { enrichmentEndIndexes, listEnrichmentEvents } from './enrichment-ends.ts';
import { createEnrichmentQueue, enrichmentIndexes } from './enrichment-queue.ts';
import type { EnrichmentQueue } from './enrichment-queue.ts';
import { toDocument, toFields, toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { createFileOrigins } from './file-origins.ts';
import type { FileOrigins } from './file-origins.ts';
import { setMediaKinds, setNameKeys } from './migrate-files.ts';

export const fileCollection = 'files';

const own = { organizationId: 1, projectId: 1 } as const;
/** Selects the files of all projects, or the raw files of a dataset. */
const shared = { organizationId: 1, listing: 1 } as const;
/** The order of lists; the type is compared in the index. */
const listed = { ...newestFirst.sort, mimeType: 1 } as const;

export const fileIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { ...own, ...listed } },
  { key: { ...own, enrichmentStatus: 1, ...listed } },
  { key: { ...own, folderId: 1, enrichmentStatus: 1, ...listed } },
  { key: { ...own, tags: 1, enrichmentStatus: 1, ...listed } },
  { key: { ...own, folderId: 1, tags: 1, enrichmentStatus: 1, ...listed } },
  { key: { ...own, nameKey: 1 } },
  { key: { ...shared, ...listed } },
  { key: { ...shared, enrichmentStatus: 1, ...listed } },
  { key: { ...shared, tags: 1, enrichmentStatus: 1, ...listed } },
  { key: { ...shared, nameKey: 1 } },
  { key: { organizationId: 1, datasetId: 1 } },
  { key: { organizationId: 1, derivedObject: 1, _id: 1, sizeBytes: 1 } },
  { key: { organizationId: 1, originWorkflowId: 1 } },
  { key: { uploadOperation: 1 }, unique: true, sparse: true },
  ...enrichmentIndexes,
  ...enrichmentEndIndexes,
];

export interface FileStore extends FileOrigins {
  /** The unfinished enrichments, a queue for each kind of file. */
  readonly enrichments: ByKind<EnrichmentQueue>;
  /** Builds the events of the enrichments that ended at or after `since` once more, of every organization. */
  listEnrichmentEvents(since: Date): AsyncIterable<OutboxEntry>;
  /**
   * Stores a new file with FileUploaded and the request for its enrichment in its outbox. Returns false without an insert when there
   * is a file with that id, or a file that the same operation uploaded.
   */
  insert(file: ProjectFile, call: FileCall): Promise<boolean>;
  find(organizationId: string, fileId: string): Promise<File | undefined>;
  /** Those of the ids that are in the project, in no order. */
  findMany(organizationId: string, projectId: string, fileIds: readonly string[]): Promise<readonly File[]>;
  /** Undefined when there is none. */
  update(organizationId: string, fileId: string, update: FileUpdate): Promise<File | undefined>;
  /** Of one file or of those of a project, in no order. */
  listSizes(organizationId: string, of: RemovedFiles, limit: number): Promise<readonly StoredSize[]>;
  /** Those of the ids that there are. */
  listExisting(organizationId: string, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Returns how many there were. Their room is given back by `removeFiles` alone. */
  removeMany(organizationId: string, fileIds: readonly string[]): Promise<number>;
  /** Moves at most `limit` files of a project from one folder to another; returns how many. */
  moveToFolder(organizationId: string, move: FolderMove, limit: number): Promise<number>;
  /** Newest first. */
  list(organizationId: string, filter: FileFilter, page: Page): Promise<PageOf<File>>;
  count(organizationId: string, projectId: string): Promise<number>;
  /** Counts the files of the organization and their bytes, without these and without derived files, whose objects count. */
  measure(organizationId: string, without: readonly string[]): Promise<StorageUse>;
}

/** A call with an idempotency key has an operation. */
type FileCall = EventContext['call'] & Pick<CallContext, 'operation'>;

export interface FolderMove {
  readonly projectId: string;
  readonly from: string;
  /** Undefined: to the top level. */
  readonly to: string | undefined;
  readonly now: Date;
}

export interface FileUpdate {
  readonly change: FileChanges;
  readonly now: Date;
}

export function createFileStore(db: Db, relay: Pick<Relay, 'notify'>, limits?: WorkLimits): FileStore {
  const collection = db.collection<FileDocument>(fileCollection);
  return {
    ...createRemovals(collection),
    ...createFileOrigins(collection),
    enrichments: byKind((kind) => createEnrichmentQueue(collection, relay, { kind, limits })),
    listEnrichmentEvents: (since) => listEnrichmentEvents(collection, since),
    async insert(file, call) {
      const outbox = newOutbox(fileUploaded(file, call), enrichmentRequested(file, call));
      const dueAt = computeDueAt(file.createdAt);
      const { operation: uploadOperation } = call;
      const isNew = await insertNew(collection, {
        ...toDocument(file),
        dueAt,
        ...outbox,
        ...currentTrace(),
        ...(uploadOperation !== undefined && { uploadOperation }),
      });
      if (isNew) relay.notify(fileCollection, file.id);
      return isNew;
    },
    measure: (organizationId, without) => measureFiles(collection, organizationId, without),
    async find(organizationId, fileId) {
      const found = await collection.findOne({ _id: fileId, organizationId });
      return found === null ? undefined : toFile(found);
    },
    async findMany(organizationId, projectId, fileIds) {
      const found = await collection
        .find({ _id: { $in: [...fileIds] }, organizationId, projectId })
        .toArray();
      return found.map(toFile);
    },
    async update(organizationId, fileId, { change, now }) {
      const found = await collection.findOneAndUpdate(
        { _id: fileId, organizationId },
        { $set: { ...toFields(change), updatedAt: now } },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toFile(found);
    },
    async moveToFolder(organizationId, { projectId, from, to, now }, limit) {
      const filter = { organizationId, projectId, folderId: from };
      const found = await collection
        .find(filter, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      const $set = { ...toFields({ folderId: to }), updatedAt: now };
      for (const { _id } of found) await collection.updateOne({ _id, ...filter }, { $set });
      return found.length;
    },
    async list(organizationId, filter, page) {
      const query = { filter: toFilter(organizationId, filter), order: newestFirst };
      const { items, ...facts } = await findPage(collection, query, page);
      return { items: items.map(toFile), ...facts };
    },
    count: (organizationId, projectId) => collection.countDocuments({ organizationId, projectId }),
  };
}

/** Sets the fields that documents of earlier versions lack. */
export const fileMigrations: readonly Migration[] = [
  { name: 'keys of file names', run: ({ db }) => setNameKeys(db.collection(fileCollection)) },
  {
    name: 'kinds of files',
    async run({ db }) {
      while (await setMediaKinds(db.collection(fileCollection)));
    },
  },
];

type Removals = Pick<FileStore, 'listSizes' | 'listExisting' | 'removeMany'>;

function createRemovals(collection: Collection<FileDocument>): Removals {
  return {
    async listSizes(organizationId, of, limit) {
      const which = selectRemoved(of);
      const found = collection.find({ ...which, organizationId }, { projection: { sizeBytes: 1 } });
      return (await found.limit(limit).toArray()).map(({ _id: id, sizeBytes: bytes }) => ({ id, bytes }));
    },
    async listExisting(organizationId, fileIds) {
      const found = collection.find(
        { _id: { $in: [...fileIds] }, organizationId },
        { projection: { _id: 1 } },
      );
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async removeMany(organizationId, fileIds) {
      return (await collection.deleteMany({ _id: { $in: [...fileIds] }, organizationId })).deletedCount;
    },
  };
}

function selectRemoved(of: RemovedFiles): Filter<FileDocument> {
  if ('fileId' in of) return { _id: of.fileId };
  return 'fileIds' in of ? { _id: { $in: [...of.fileIds] } } : { projectId: of.projectId };
}

async function measureFiles(
  collection: Collection<FileDocument>,
  organizationId: string,
  without: readonly string[],
): Promise<StorageUse> {
  const [found] = await collection
    .aggregate<StorageUse>([
      { $match: { organizationId, derivedObject: null, _id: { $nin: [...without] } } },
      { $group: { _id: null, usedBytes: { $sum: '$sizeBytes' }, usedFiles: { $sum: 1 } } },
    ])
    .toArray();
  return { usedBytes: found?.usedBytes ?? 0, usedFiles: found?.usedFiles ?? 0 };
}

function toFilter(organizationId: string, filter: FileFilter): Filter<FileDocument> {
  const { projectId, datasetId, mimeTypePrefix, tag, folderId, namePrefix = '' } = filter;
  const status = listStatuses(filter);
  return {
    organizationId,
    ...(projectId === undefined ? { listing: datasetId ?? missing } : { projectId }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(status === undefined ? {} : { enrichmentStatus: status }),
    ...(mimeTypePrefix === '' ? {} : { mimeType: beginningWith(mimeTypePrefix) }),
    ...(namePrefix === '' ? {} : { nameKey: beginningWith(nameKey(namePrefix)) }),
  };
}

/** Matches a document that lacks the field. The index contains null for it. */
const missing = null;

const everyStatus: EnrichmentStatus[] = ['pending', 'running', 'completed', 'failed'];

/** Naming all of them lets one index serve folders and labels with a status and without: MongoDB merges as many sorted ranges. */
function listStatuses({ enrichmentStatus, datasetId, tag, folderId }: FileFilter) {
  if (enrichmentStatus !== undefined) return enrichmentStatus;
  if (tag === undefined && folderId === undefined) return undefined;
  return { $in: datasetId === undefined ? everyStatus : [...everyStatus, null] };
}

/** A range stands for the prefix: a pattern would have to be escaped and anchored to use the index. */
function beginningWith(prefix: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\uffff` };
}
