import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { FolderTree, TreeChange } from '../domain/folder/folder.ts';
import type { FolderTreeFields } from './folder-document.ts';
import { projectCollection } from './project-store.ts';

export const folderTreeIndexes: readonly IndexSpec[] = [
  { key: { 'folderTree.changeSince': 1 }, sparse: true },
];

/** The tree of a project's folders, which is decided about in the project's document. */
export interface FolderTreeStore {
  /** Runs one task of a project at a time in this process, so that they do not plan in vain; correctness does not rest on it. */
  inTurn(projectId: string, task: () => Promise<void>): Promise<void>;
  /** Undefined: there is no such project. */
  read(organizationId: string, projectId: string): Promise<FolderTree | undefined>;
  /** Decides a change of the tree as it was read. Undefined: it was changed meanwhile, and nothing is decided. */
  decide(tree: FolderTree, change: TreeChange): Promise<FolderTree | undefined>;
  /** Says that what was decided is carried out. */
  settle(tree: FolderTree): Promise<void>;
  /** Those of all organizations whose decided change was not carried out since, oldest first. */
  listUnsettled(since: Date, limit: number): Promise<readonly FolderTree[]>;
}

interface TreeDocument extends FolderTreeFields {
  readonly _id: string;
  readonly organizationId: string;
}

export function createFolderTreeStore(db: Db): FolderTreeStore {
  const projects = db.collection<TreeDocument>(projectCollection);
  const lastOf = new Map<string, Promise<void>>();
  return {
    async inTurn(projectId, task) {
      const own = (lastOf.get(projectId) ?? Promise.resolve()).then(task, task);
      lastOf.set(projectId, own);
      try {
        await own;
      } finally {
        if (lastOf.get(projectId) === own) lastOf.delete(projectId);
      }
    },
    async read(organizationId, projectId) {
      const filter = { _id: projectId, organizationId };
      const found = await projects.findOne(filter, own);
      return found === null ? undefined : toTree(found);
    },
    async decide(tree, change) {
      const { organizationId, projectId, revision, folderCount } = tree;
      const asRead = revision === 0 ? { $exists: false } : revision;
      const filter = {
        ...{ _id: projectId, organizationId },
        ...{ 'folderTree.revision': asRead, 'folderTree.change': { $exists: false } },
      };
      const decided = {
        revision: revision + 1,
        folderCount: folderCount + (change.countChange ?? 0),
        change,
        changeSince: change.at,
      };
      const { matchedCount } = await projects.updateOne(filter, { $set: { folderTree: decided } });
      return matchedCount === 0 ? undefined : { ...tree, ...decided };
    },
    async settle({ organizationId, projectId, revision }) {
      await projects.updateOne(
        { _id: projectId, organizationId, 'folderTree.revision': revision },
        { $unset: { 'folderTree.change': '', 'folderTree.changeSince': '' } },
      );
    },
    async listUnsettled(since, limit) {
      const filter = { 'folderTree.changeSince': { $lt: since } };
      const found = projects.find(filter, own).sort({ 'folderTree.changeSince': 1 });
      return (await found.limit(limit).toArray()).map(toTree);
    },
  };
}

const own = { projection: { folderTree: 1, organizationId: 1 } } as const;

function toTree({ _id, organizationId, folderTree }: TreeDocument): FolderTree {
  const { revision = 0, folderCount = 0, change } = folderTree ?? {};
  return { organizationId, projectId: _id, revision, folderCount, change };
}
