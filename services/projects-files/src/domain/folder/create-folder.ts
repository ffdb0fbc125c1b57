import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { changeTree } from './change-tree.ts';
import type { Plan, TreeDeps } from './change-tree.ts';
import { checkPlace } from './check-place.ts';
import { cleanFolderName } from './folder-name.ts';
import { maxFoldersPerProject } from './folder.ts';
import type { Folder, FolderPlace } from './folder.ts';

/**
 * Makes a folder. Its record is stored before the tree names it, so that a change that is carried out late finds it or does
 * nothing. Errors as CreateFolder says.
 */
export async function createFolder(
  deps: TreeDeps,
  call: CallContext,
  { projectId, parentId, name }: FolderPlace,
): Promise<Folder> {
  const now = deps.clock.now();
  const folder: Folder = {
    id: newIdFor(call),
    organizationId: call.organizationId,
    projectId,
    parentId,
    name: cleanFolderName(name),
    createdById: readUserId(call),
    createdAt: now,
    updatedAt: now,
  };
  await deps.folders.plan(folder);
  try {
    await changeTree(deps, folder, addition(deps, folder), call.signal);
  } catch (error) {
    if (error instanceof DomainError) await deps.folders.discard(folder);
    throw error;
  }
  const made = await deps.folders.findEntry(folder.organizationId, folder.id);
  if (made === undefined) throw new Error(`folder ${folder.id} was made and cannot be read`);
  return made;
}

function addition(deps: TreeDeps, folder: Folder): Plan {
  return async ({ folderCount }) => {
    const planned = await deps.folders.findEntry(folder.organizationId, folder.id);
    if (planned === undefined)
      throw new DomainError(
        'ABORTED',
        'FOLDER_ABANDONED',
        'The folder could not be created in time. Try again.',
      );
    // Made by an earlier attempt at the same operation, which died before it could say so.
    if (planned.state !== 'planned') return undefined;
    if (folderCount >= maxFoldersPerProject) throw tooMany();
    await checkPlace(deps, { ...folder, levels: 1 }, folder);
    const { id: folderId, parentId, name } = folder;
    return { placements: [{ folderId, parentId, name, state: 'present' }], countChange: 1 };
  };
}

function tooMany(): DomainError {
  const limit = maxFoldersPerProject;
  const message = `a project has at most ${limit.toString()} folders`;
  return new DomainError('FAILED_PRECONDITION', 'FOLDER_LIMIT', message, { details: { limit } });
}
