import { notFound } from '@assay/chassis/errors';
import type { Rpc } from '@assay/chassis/grpc/serve';
import type { GetProjectRequest, GetProjectResponse } from '@assay/proto/projects/v1/projects_service';
import type { Deps } from '../deps.ts';
import { toProjectMessage } from './project-message.ts';

export const getProject: Rpc<
  Pick<Deps, 'projects' | 'files'>,
  GetProjectRequest,
  GetProjectResponse
> = async ({ projects, files }, { organizationId }, { projectId }) => {
  const project = await projects.find(organizationId, projectId);
  if (project === undefined) throw notFound('project');
  return { project: toProjectMessage(project), fileCount: await files.count(organizationId, projectId) };
};
