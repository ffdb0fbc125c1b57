import { notFound } from '@assay/chassis/errors';
import type { Rpc } from '@assay/chassis/grpc/serve';
import { readPage } from '@assay/chassis/pagination';
import type { ListFilesRequest, ListFilesResponse } from '@assay/proto/files/v1/files_service';
import type { Deps } from '../deps.ts';
import { readEnrichmentStatus, toFileMessage } from './file-message.ts';

export const listFiles: Rpc<Pick<Deps, 'projects' | 'files'>, ListFilesRequest, ListFilesResponse> = async (
  { projects, files },
  { organizationId },
  request,
) => {
  const { projectId, mimeType } = request;
  const page = readPage(request);
  const enrichmentStatus = readEnrichmentStatus(request.enrichmentStatus);
  if ((await projects.find(organizationId, projectId)) === undefined) throw notFound('project');
  const filter = { projectId, enrichmentStatus, mimeTypePrefix: mimeType.toLowerCase() };
  const { items, total } = await files.list(organizationId, filter, page);
  return { files: items.map(toFileMessage), total };
};
