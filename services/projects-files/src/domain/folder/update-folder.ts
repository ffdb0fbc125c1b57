import type { CallContext } from '@assay/chassis/call-context';
import { changeTree } from './change-tree.ts';
import type { Plan, TreeDeps } from './change-tree.ts';
import { checkPlace, levelsOf } from './check-place.ts';
import { cleanFolderName } from './folder-name.ts';
import type { Folder, FolderChanges } from './folder.ts';
import { getFolder } from './get-folder.ts';

/** Renames or moves a folder with all it holds. Errors as UpdateFolder says. */
export async function updateFolder(
  deps: TreeDeps,
  call: CallContext,
  { folderId, changes }: { readonly folderId: string; readonly changes: FolderChanges },
): Promise<Folder> {
  const folder = await getFolder(deps, call, { folderId });
  await changeTree(deps, folder, replacement(deps, folder, changes), call.signal);
  return getFolder(deps, call, { folderId });
}

function replacement(deps: TreeDeps, { id: folderId, organizationId }: Folder, changes: FolderChanges): Plan {
  return async () => {
    const folder = await getFolder(deps, { organizationId }, { folderId });
    const parentId = 'parentId' in changes ? changes.parentId : folder.parentId;
    const name = changes.name === undefined ? folder.name : cleanFolderName(changes.name);
    const isMoved = parentId !== folder.parentId;
    if (!isMoved && name === folder.name) return undefined;
    const levels = isMoved ? await levelsOf(deps, folder) : 1;
    await checkPlace(deps, { ...folder, levels }, { ...folder, parentId, name });
    return { placements: [{ folderId, parentId, name, state: 'present' }] };
  };
}
