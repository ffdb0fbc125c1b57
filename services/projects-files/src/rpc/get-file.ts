import { notFound } from '@assay/chassis/errors';
import type { Rpc } from '@assay/chassis/grpc/serve';
import type { GetFileRequest, GetFileResponse } from '@assay/proto/files/v1/files_service';
import type { Deps } from '../deps.ts';
import { toFileMessage } from './file-message.ts';
import { findFile } from './find-file.ts';

export const getFile: Rpc<Pick<Deps, 'files'>, GetFileRequest, GetFileResponse> = async (
  deps,
  call,
  { fileId, projectId },
) => {
  const file = await findFile(deps, call, fileId);
  if (projectId !== '' && file.projectId !== projectId) throw notFound('file');
  return { file: toFileMessage(file) };
};
