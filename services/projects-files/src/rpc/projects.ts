import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { Deps } from '../deps.ts';
import { createProject } from '../domain/project/create-project.ts';
import { deleteProject } from '../domain/project/delete-project.ts';
import { getProject } from '../domain/project/get-project.ts';
import { updateProject } from '../domain/project/update-project.ts';
import {
  projectTypes,
  readProjectChanges,
  toGetProjectResponse,
  toListProjectsResponse,
  toProjectMessage,
} from './project-message.ts';

export const projectsRpcs: Rpcs<Deps, typeof ProjectsServiceService> = {
  createProject: async (deps, call, { name, description, type }) => ({
    project: toProjectMessage(
      await createProject(deps, call, { name, description, type: projectTypes.read('type', type) }),
    ),
  }),
  getProject: async (deps, call, { projectId }) =>
    toGetProjectResponse(await getProject(deps, call, projectId)),
  listProjects: async ({ projects }, { organizationId }, { type, ...page }) =>
    toListProjectsResponse(
      await projects.list(organizationId, { type: projectTypes.read('type', type) }, page),
    ),
  updateProject: async (deps, call, request) => ({
    project: toProjectMessage(
      await updateProject(deps, call, {
        projectId: request.projectId,
        changes: readProjectChanges(request),
      }),
    ),
  }),
  deleteProject: (deps, call, { projectId }) => deleteProject(deps, call, projectId).then(() => ({})),
};
