import { notFound } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import type { FolderTree, TreeChange } from './folder.ts';

export type TreeDeps = Pick<Deps, 'folders' | 'projects' | 'clock'>;

/** The tree that is to be changed. */
export interface TreeId {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Looks at the tree as it is and says what to change; undefined: nothing. Refuses by throwing. */
export type Plan = (tree: FolderTree) => Promise<Omit<TreeChange, 'at'> | undefined>;

/**
 * Changes the tree of a project. What a plan has read still holds when its change is decided, since the decision is one
 * conditional update of the project's document: of two changes at the same time one is planned anew. Whoever meets a decided
 * change that is not carried out, because its process is slow or died, carries it out first. NOT_FOUND without such a project,
 * ABORTED when others were faster again and again.
 */
export async function changeTree(
  deps: TreeDeps,
  id: TreeId,
  plan: Plan,
  signal?: AbortSignal,
): Promise<void> {
  await deps.projects.serializeTreeChange(id.projectId, async () => {
    await retryOnConflict(() => {
      signal?.throwIfAborted();
      return tryToChange(deps, id, plan);
    });
  });
}

/** False: it has to be tried again. */
async function tryToChange(
  deps: TreeDeps,
  { organizationId, projectId }: TreeId,
  plan: Plan,
): Promise<boolean> {
  const tree = await deps.projects.readFolderTree(organizationId, projectId);
  if (tree === undefined) throw notFound('project');
  if (tree.change !== undefined) {
    await carryOut(deps, tree);
    return false;
  }
  const planned = await plan(tree);
  if (planned === undefined) return true;
  const decided = await deps.projects.decideTreeChange(tree, { ...planned, at: deps.clock.now() });
  if (decided === undefined) return false;
  await carryOut(deps, decided);
  return true;
}

/** Makes the folders' records say what was decided; again without effect once they do. */
export async function carryOut({ folders, projects }: TreeDeps, tree: FolderTree): Promise<void> {
  if (tree.change === undefined) return;
  await folders.carryOut(tree, tree.change);
  await projects.settleTreeChange(tree);
}
