import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { hours } from '@assay/chassis/units';
import type {
  Folder,
  FolderEntry,
  FolderFilter,
  FolderPlace,
  FolderTree,
  TreeChange,
} from '../domain/folder/folder.ts';
import { placedFields, siblingKeyOf, toDocument, toFolder } from './folder-document.ts';
import type { FolderDocument } from './folder-document.ts';

export const folderCollection = 'folders';

export const folderIndexes: readonly IndexSpec[] = [
  { key: { siblingKey: 1 }, unique: true, sparse: true },
  { key: { dueAt: 1 }, sparse: true },
  { key: { organizationId: 1, projectId: 1, state: 1, createdAt: -1, _id: -1 } },
  { key: { organizationId: 1, projectId: 1, parentId: 1, state: 1, createdAt: -1, _id: -1 } },
];

/** Longer than any call takes that plans a folder. */
const plannedForMs = hours(1);

/** Records of folders. Where a present one is changes only by carrying out what its tree has decided. */
export interface FolderStore {
  /** Stores a folder that is in no tree yet; leaves one of that id as it is. */
  plan(folder: Folder): Promise<void>;
  /** Forgets a planned folder. */
  discard(folder: Pick<Folder, 'id' | 'organizationId'>): Promise<void>;
  /** In whichever state. */
  findEntry(organizationId: string, folderId: string): Promise<FolderEntry | undefined>;
  /** The present folder of that name in that place. */
  findAt(organizationId: string, place: FolderPlace): Promise<Folder | undefined>;
  /** The present ones, newest first. */
  list(organizationId: string, filter: FolderFilter, page: Page): Promise<PageOf<Folder>>;
  /** What folders hold, planned ones left out; at most `limit`. */
  listChildren(organizationId: string, of: Parents, limit?: number): Promise<readonly FolderEntry[]>;
  /** The names of the present folders in one place. */
  listNames(organizationId: string, place: Omit<FolderPlace, 'name'>): Promise<readonly string[]>;
  /** Makes the records say what was decided; those that a later change has touched stay. */
  carryOut(tree: FolderTree, change: TreeChange): Promise<void>;
  /** Deleted and planned folders of all organizations at which somebody has to look by now. */
  listDue(now: Date, limit: number): Promise<readonly FolderEntry[]>;
  lookAgain(folder: FolderEntry, dueAt: Date): Promise<void>;
  /** Removes the record of a folder whose project is gone. */
  remove(folder: Pick<Folder, 'id' | 'organizationId'>): Promise<void>;
  /** Removes folders of a project that is gone; returns how many, at most `limit`. */
  removeOfProject(organizationId: string, projectId: string): Promise<void>;
}

export interface Parents {
  readonly projectId: string;
  readonly parentIds: readonly string[];
}

export function createFolderStore(db: Db): FolderStore {
  const collection = db.collection<FolderDocument>(folderCollection);
  return {
    ...createLeavings(collection),
    async plan(folder) {
      await insertNew(collection, toPlanned(folder));
    },
    async discard({ id, organizationId }) {
      await collection.deleteOne({ _id: id, organizationId, state: 'planned' });
    },
    async findEntry(organizationId, folderId) {
      const found = await collection.findOne({ _id: folderId, organizationId });
      return found === null ? undefined : toFolder(found);
    },
    async findAt(organizationId, place) {
      const found = await collection.findOne({ siblingKey: siblingKeyOf(organizationId, place) });
      return found === null ? undefined : toFolder(found);
    },
    async list(organizationId, { projectId, parentId }, page) {
      const held = parentId === undefined ? {} : { parentId };
      const filter = { organizationId, projectId, ...held, state: 'present' };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(toFolder), ...facts };
    },
    async listChildren(organizationId, { projectId, parentIds }, limit = 0) {
      const filter = { organizationId, projectId, parentId: { $in: [...parentIds] }, state: inTree };
      return (await collection.find(filter).limit(limit).toArray()).map(toFolder);
    },
    async listNames(organizationId, { projectId, parentId = null }) {
      const filter = { organizationId, projectId, parentId, state: 'present' } as const;
      const found = collection.find(filter, { projection: { name: 1 } });
      return (await found.toArray()).map(({ name }) => name);
    },
    async carryOut(tree, change) {
      const operations = operationsOf(tree, change);
      if (operations.length > 0) await collection.bulkWrite(operations);
    },
  };
}

type Leavings = Pick<FolderStore, 'listDue' | 'lookAgain' | 'remove' | 'removeOfProject'>;

/** What is in no tree any more, or was never. */
function createLeavings(collection: Collection<FolderDocument>): Leavings {
  return {
    async listDue(now, limit) {
      const due = collection.find({ dueAt: { $lte: now } }).sort({ dueAt: 1 });
      return (await due.limit(limit).toArray()).map(toFolder);
    },
    async lookAgain({ id, organizationId, state }, dueAt) {
      await collection.updateOne({ _id: id, organizationId, state }, { $set: { dueAt } });
    },
    async remove({ id, organizationId }) {
      await collection.deleteOne({ _id: id, organizationId });
    },
    removeOfProject: removedWith(collection, 'projectId'),
  };
}

const inTree = { $in: ['present', 'deleted'] satisfies FolderDocument['state'][] };

function toPlanned(folder: Folder): FolderDocument {
  const dueAt = new Date(folder.createdAt.getTime() + plannedForMs);
  return toDocument({ ...folder, state: 'planned', deletedAt: undefined }, { revision: 0, dueAt });
}

/** In this order a name is free before it is given to another folder. */
function operationsOf(
  tree: FolderTree,
  { at, placements = [], deletedId, removedId }: TreeChange,
): AnyBulkWriteOperation<FolderDocument>[] {
  const { organizationId, revision } = tree;
  const untouched = (folderId: string) => ({ _id: folderId, organizationId, revision: { $lt: revision } });
  const deletion = { state: 'deleted', deletedAt: at, dueAt: at, revision } as const;
  return [
    ...(deletedId === undefined
      ? []
      : [
          {
            updateOne: {
              filter: untouched(deletedId),
              update: { $set: deletion, $unset: { siblingKey: '' as const } },
            },
          },
        ]),
    ...placements.map((placement) => {
      const $set = { ...placedFields(tree, placement, at), revision };
      const $unset = placement.state === 'deleted' ? undefined : { dueAt: '' as const };
      return {
        updateOne: { filter: untouched(placement.folderId), update: { $set, ...($unset && { $unset }) } },
      };
    }),
    ...(removedId === undefined ? [] : [{ deleteOne: { filter: untouched(removedId) } }]),
  ];
}
