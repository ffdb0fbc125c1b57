import { invalidField, notFound } from '@assay/chassis/errors';
import type { Rpc } from '@assay/chassis/grpc/serve';
import type { BatchGetFilesRequest, BatchGetFilesResponse } from '@assay/proto/files/v1/files_service';
import type { Deps } from '../deps.ts';
import { toFileMessage } from './file-message.ts';

const maxFiles = 50;

export const batchGetFiles: Rpc<Pick<Deps, 'files'>, BatchGetFilesRequest, BatchGetFilesResponse> = async (
  { files },
  { organizationId },
  { projectId, fileIds },
) => {
  if (fileIds.length < 1 || fileIds.length > maxFiles) {
    throw invalidField('fileIds', `fileIds must name 1 to ${maxFiles} files`);
  }
  const found = await files.findMany(organizationId, projectId, fileIds);
  const byId = new Map(found.map((file) => [file.id, file]));
  return {
    files: fileIds.map((fileId) => {
      const file = byId.get(fileId);
      if (file === undefined) throw notFound('file');
      return toFileMessage(file);
    }),
  };
};
