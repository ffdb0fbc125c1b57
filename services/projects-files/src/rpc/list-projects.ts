import type { Rpc } from '@assay/chassis/grpc/serve';
import { readPage } from '@assay/chassis/pagination';
import type { ListProjectsRequest, ListProjectsResponse } from '@assay/proto/projects/v1/projects_service';
import type { Deps } from '../deps.ts';
import { readProjectType, toProjectMessage } from './project-message.ts';

export const listProjects: Rpc<Pick<Deps, 'projects'>, ListProjectsRequest, ListProjectsResponse> = async (
  { projects },
  { organizationId },
  request,
) => {
  const filter = { type: readProjectType(request.type) };
  const { items, total } = await projects.list(organizationId, filter, readPage(request));
  return { projects: items.map(toProjectMessage), total };
};
