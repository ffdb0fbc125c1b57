import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { carryOut, changeTree } from './change-tree.ts';
import type { FolderEntry } from './folder.ts';
import { moveContentUp } from './move-content-up.ts';
import type { ContentDeps } from './move-content-up.ts';

/** Longer than anything takes that looked at a folder before it was deleted and then puts a file into it. */
const keptMs = hours(2);
/** So long a change may take to be carried out by whoever decided it. */
const unsettledMs = 30_000;
const batchSize = 100;
const stepsAtOnce = 1_000;

type FinishDeps = ContentDeps & Pick<Deps, 'logger'>;

/**
 * Finishes what killed processes have begun: carries out what was decided about trees, moves what deleted folders still hold,
 * and removes the records of folders that were deleted two hours ago or never came into a tree. Any number may do so at once.
 */
export async function finishFolders(deps: FinishDeps): Promise<void> {
  const now = deps.clock.now();
  const unsettled = new Date(now.getTime() - unsettledMs);
  for (const tree of await deps.projects.listUnsettledTrees(unsettled, batchSize)) await carryOut(deps, tree);
  for (const folder of await deps.folders.listDue(now, batchSize)) {
    try {
      await finish(deps, folder, now);
    } catch (error) {
      deps.logger.warn({ err: error, folderId: folder.id }, 'finishing a folder failed');
    }
  }
}

async function finish(deps: FinishDeps, folder: FolderEntry, now: Date): Promise<void> {
  const tree = await deps.projects.readFolderTree(folder.organizationId, folder.projectId);
  if (tree === undefined) return deps.folders.remove(folder);
  const hasMoved = folder.state === 'deleted' && (await moveContentUp(deps, folder, stepsAtOnce));
  const goneSince = folder.deletedAt ?? folder.createdAt;
  const removableAt = new Date(goneSince.getTime() + (folder.state === 'deleted' ? keptMs : 0));
  if (hasMoved || now < removableAt) return deps.folders.lookAgain(folder, removableAt);
  await changeTree(deps, folder, () => removal(deps, folder));
}

/** What still holds a folder, or was made after all, stays. */
async function removal({ folders }: FinishDeps, { organizationId, projectId, id }: FolderEntry) {
  const entry = await folders.findEntry(organizationId, id);
  const children = await folders.listChildren(organizationId, { projectId, parentIds: [id] }, 1);
  const isRemovable = entry !== undefined && entry.state !== 'present' && children.length === 0;
  return isRemovable ? { removedId: id } : undefined;
}
