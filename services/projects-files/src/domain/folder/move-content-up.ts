import type { Deps } from '../../deps.ts';
import { changeTree } from './change-tree.ts';
import type { Plan, TreeDeps } from './change-tree.ts';
import { folderNameKey, freeFolderName } from './folder-name.ts';
import type { Folder, FolderEntry, Placement } from './folder.ts';

export type ContentDeps = TreeDeps & Pick<Deps, 'files'>;

/** Children that one change of the tree moves. */
const childrenAtOnce = 100;
const filesAtOnce = 500;

/** Moves what a deleted folder holds to where the folder was, in at most so many steps. False: there was nothing left. */
export async function moveContentUp(deps: ContentDeps, folder: Folder, mostSteps: number): Promise<boolean> {
  let steps = 0;
  while (steps < mostSteps && (await moveChildren(deps, folder)) > 0) steps += 1;
  while (steps < mostSteps && (await moveFiles(deps, folder)) > 0) steps += 1;
  return steps > 0;
}

async function moveChildren(deps: ContentDeps, folder: Folder): Promise<number> {
  let moved = 0;
  const plan: Plan = async () => {
    const children = await childrenOf(deps, folder);
    moved = children.length;
    if (children.length === 0) return undefined;
    return { placements: await placementsAbove(deps, folder, children) };
  };
  await changeTree(deps, folder, plan);
  return moved;
}

async function childrenOf({ folders }: TreeDeps, folder: Folder): Promise<readonly FolderEntry[]> {
  const { organizationId, projectId, id } = folder;
  return folders.listChildren(organizationId, { projectId, parentIds: [id] }, childrenAtOnce);
}

/** A child whose name another folder up there has gets a number. */
async function placementsAbove(
  deps: TreeDeps,
  folder: Folder,
  children: readonly FolderEntry[],
): Promise<Placement[]> {
  const parentId = await parentNow(deps, folder);
  const names = await deps.folders.listNames(folder.organizationId, {
    projectId: folder.projectId,
    parentId,
  });
  const taken = new Set(names.map(folderNameKey));
  return children.map(({ id: folderId, name: before, state }) => {
    if (state === 'deleted') return { folderId, parentId, name: before, state };
    const name = freeFolderName(before, taken);
    taken.add(folderNameKey(name));
    return { folderId, parentId, name, state };
  });
}

async function moveFiles(deps: ContentDeps, folder: Folder): Promise<number> {
  const { organizationId, projectId, id } = folder;
  const move = { projectId, from: id, to: await parentNow(deps, folder), now: deps.clock.now() };
  return deps.files.moveToFolder(organizationId, move, filesAtOnce);
}

/** A deleted folder is moved itself when its parent is deleted too. */
async function parentNow({ folders }: TreeDeps, { organizationId, id, parentId }: Folder) {
  const entry = await folders.findEntry(organizationId, id);
  return entry === undefined ? parentId : entry.parentId;
}
