import type { Rpc } from '@assay/chassis/grpc/serve';
import type { CreateProjectRequest, CreateProjectResponse } from '@assay/proto/projects/v1/projects_service';
import type { Deps } from '../deps.ts';
import { createProject as createDomainProject } from '../domain/project/create-project.ts';
import { readProjectType, toProjectMessage } from './project-message.ts';

export const createProject: Rpc<
  Pick<Deps, 'projects' | 'clock'>,
  CreateProjectRequest,
  CreateProjectResponse
> = async (deps, call, { name, description, type }) => {
  const input = { name, description, type: readProjectType(type) ?? 'standard' };
  return { project: toProjectMessage(await createDomainProject(deps, call, input)) };
};
