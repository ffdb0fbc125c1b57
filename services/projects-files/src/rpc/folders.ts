import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { FoldersServiceService } from '@assay/proto/folders/v1/folders_service';
import type { Deps } from '../deps.ts';
import { createFolder } from '../domain/folder/create-folder.ts';
import { deleteFolder } from '../domain/folder/delete-folder.ts';
import { getFolder, listFolders } from '../domain/folder/get-folder.ts';
import { updateFolder } from '../domain/folder/update-folder.ts';
import {
  readFolderChanges,
  readFolderFilter,
  toFolderMessage,
  toListFoldersResponse,
} from './folder-message.ts';

export const foldersRpcs: Rpcs<Deps, typeof FoldersServiceService> = {
  createFolder: async (deps, call, { projectId, name, parentId }) => ({
    folder: toFolderMessage(await createFolder(deps, call, { projectId, name, parentId })),
  }),
  getFolder: async (deps, call, { folderId }) => ({
    folder: toFolderMessage(await getFolder(deps, call, { folderId })),
  }),
  updateFolder: async (deps, call, request) => ({
    folder: toFolderMessage(
      await updateFolder(deps, call, { folderId: request.folderId, changes: readFolderChanges(request) }),
    ),
  }),
  deleteFolder: async (deps, call, { folderId }) => ({
    folder: toFolderMessage(await deleteFolder(deps, call, folderId)),
  }),
  listFolders: async (deps, call, request) =>
    toListFoldersResponse(
      await listFolders(deps, call, { filter: readFolderFilter(request), page: request }),
    ),
};
