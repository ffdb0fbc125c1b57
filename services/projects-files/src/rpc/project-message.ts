import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import { ProjectType } from '@assay/proto/projects/v1/project';
import type { Project as ProjectMessage } from '@assay/proto/projects/v1/project';
import type {
  GetProjectResponse,
  ListProjectsResponse,
  UpdateProjectRequest,
} from '@assay/proto/projects/v1/projects_service';
import type { Project, ProjectChanges } from '../domain/project/project.ts';

export const projectTypes = createEnumCodec(ProjectType);

export function toProjectMessage(project: Project): ProjectMessage {
  return { ...project, type: projectTypes.toMessage(project.type) };
}

export function toGetProjectResponse({
  project,
  fileCount,
}: {
  readonly project: Project;
  readonly fileCount: number;
}): GetProjectResponse {
  return { project: toProjectMessage(project), fileCount };
}

export function toListProjectsResponse({ items, ...facts }: PageOf<Project>): ListProjectsResponse {
  return { projects: items.map(toProjectMessage), ...facts };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readProjectChanges(request: UpdateProjectRequest): ProjectChanges {
  return readChanges<UpdateProjectRequest, ProjectChanges>(request, {
    name: ({ name }) => ({ name }),
    description: ({ description }) => ({ description }),
  });
}
