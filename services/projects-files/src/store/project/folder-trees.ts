import type { Collection } from 'mongodb';
import type { FolderTree, TreeChange } from '../../domain/folder/folder.ts';
import type { ProjectDocument } from './project-document.ts';

/** The folder trees. A change of a tree is decided in the document of its project, then carried out in the documents of the folders. */
export interface FolderTrees {
  /** Runs the tasks of a project one after another within this process. It only avoids futile plans: the writes are safe without it. */
  serializeTreeChange(projectId: string, task: () => Promise<void>): Promise<void>;
  /** Returns the tree, or undefined when the project does not exist. */
  readFolderTree(organizationId: string, projectId: string): Promise<FolderTree | undefined>;
  /** Decides a change of the tree that was read. Returns undefined, without a decision, when the tree has changed since. */
  decideTreeChange(tree: FolderTree, change: TreeChange): Promise<FolderTree | undefined>;
  /** Records that the decided change is carried out. */
  settleTreeChange(tree: FolderTree): Promise<void>;
  /** Lists trees of all organizations whose change was decided before `since` and is not carried out, oldest first. */
  listUnsettledTrees(since: Date, limit: number): Promise<readonly FolderTree[]>;
}

export function createFolderTrees(projects: Collection<ProjectDocument>): FolderTrees {
  const lastTasks = new Map<string, Promise<void>>();
  return {
    async serializeTreeChange(projectId, task) {
      const own = (lastTasks.get(projectId) ?? Promise.resolve()).then(task, task);
      lastTasks.set(projectId, own);
      try {
        await own;
      } finally {
        if (lastTasks.get(projectId) === own) lastTasks.delete(projectId);
      }
    },
    async readFolderTree(organizationId, projectId) {
      const filter = { _id: projectId, organizationId };
      const found = await projects.findOne(filter, own);
      return found === null ? undefined : toTree(found);
    },
    async decideTreeChange(tree, change) {
      const { organizationId, projectId, revision, folderCount } = tree;
      const asRead = revision === 0 ? { $exists: false } : revision;
      const filter = {
        _id: projectId,
        organizationId,
        'folderTree.revision': asRead,
        'folderTree.change': { $exists: false },
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
    async settleTreeChange({ organizationId, projectId, revision }) {
      await projects.updateOne(
        { _id: projectId, organizationId, 'folderTree.revision': revision },
        { $unset: { 'folderTree.change': '', 'folderTree.changeSince': '' } },
      );
    },
    async listUnsettledTrees(since, limit) {
      const filter = { 'folderTree.changeSince': { $lt: since } };
      const found = projects.find(filter, own).sort({ 'folderTree.changeSince': 1 });
      return (await found.limit(limit).toArray()).map(toTree);
    },
  };
}

const own = { projection: { folderTree: 1, organizationId: 1 } } as const;

function toTree({ _id, organizationId, folderTree }: ProjectDocument): FolderTree {
  const { revision = 0, folderCount = 0, change } = folderTree ?? {};
  return { organizationId, projectId: _id, revision, folderCount, change };
}
