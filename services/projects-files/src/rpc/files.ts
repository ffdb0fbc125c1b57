import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { FilesServiceService } from '@assay/proto/files/v1/files_service';
import type { Deps } from '../deps.ts';
import { createDownloadLink } from '../domain/file/create-download-link.ts';
import { deleteFile } from '../domain/file/delete-file.ts';
import { createThumbnailLink } from '../domain/file/create-thumbnail-link.ts';
import { batchGetFiles, getFile } from '../domain/file/get-file.ts';
import { listFiles } from '../domain/file/list-files.ts';
import { updateFile } from '../domain/file/update-file.ts';
import { getStorageUse } from '../domain/room/room.ts';
import {
  readFileChanges,
  readFileFilter,
  toDeleteFileResponse,
  toFileMessage,
  toListFilesResponse,
  toStorageUseMessage,
} from './file-message.ts';

export const filesRpcs: Rpcs<Deps, typeof FilesServiceService> = {
  getFile: async (deps, call, request) => ({ file: toFileMessage(await getFile(deps, call, request)) }),
  batchGetFiles: async (deps, call, request) => ({
    files: (await batchGetFiles(deps, call, request)).map(toFileMessage),
  }),
  listFiles: async (deps, call, request) =>
    toListFilesResponse(await listFiles(deps, call, { page: request, filter: readFileFilter(request) })),
  updateFile: async (deps, call, request) => ({
    file: toFileMessage(
      await updateFile(deps, call, { fileId: request.fileId, changes: readFileChanges(request) }),
    ),
  }),
  deleteFile: async (deps, call, { fileId, answer }) =>
    toDeleteFileResponse(await deleteFile(deps, call, fileId), answer),
  createThumbnailLink: async (deps, call, { fileId }) => ({
    presignedUrl: await createThumbnailLink(deps, call, fileId),
  }),
  createDownloadLink: async (deps, call, { fileId }) => ({
    presignedUrl: await createDownloadLink(deps, call, fileId),
  }),
  getStorageUse: async (deps, call) => ({ storageUse: toStorageUseMessage(await getStorageUse(deps, call)) }),
};
