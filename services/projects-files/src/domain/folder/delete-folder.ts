import type { CallContext } from '@assay/chassis/call-context';
import { changeTree } from './change-tree.ts';
import type { TreeDeps } from './change-tree.ts';
import type { Folder } from './folder.ts';
import { getFolder } from './get-folder.ts';
import { moveContentUp } from './move-content-up.ts';
import type { ContentDeps } from './move-content-up.ts';

/** As many as fit into the time of a call: 2,000 folders or 10,000 files. */
const stepsInCall = 20;

/**
 * Deletes a folder, and moves what it holds to its parent. The folder is gone as soon as that is decided, and its name free;
 * what is left then, or by a killed process, is moved by `finishFolders`. NOT_FOUND for an unknown folder.
 */
export async function deleteFolder(
  deps: TreeDeps & ContentDeps,
  call: CallContext,
  folderId: string,
): Promise<Folder> {
  const folder = await getFolder(deps, call, { folderId });
  const plan = async () => {
    await getFolder(deps, call, { folderId });
    return { deletedId: folderId, countChange: -1 };
  };
  await changeTree(deps, folder, plan, call.signal);
  await moveContentUp(deps, folder, stepsInCall);
  return folder;
}
