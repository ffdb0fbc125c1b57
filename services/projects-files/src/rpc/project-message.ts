import { invalidField } from '@assay/chassis/errors';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import { ProjectType } from '@assay/proto/projects/v1/project';
import type { Project as ProjectMessage } from '@assay/proto/projects/v1/project';
import type {
  GetProjectResponse,
  ListProjectsResponse,
  UpdateProjectRequest,
} from '@assay/proto/projects/v1/projects_service';
import type { Project, ProjectChanges, ProjectType as DomainType } from '../domain/project/project.ts';

const messageTypes = {
  standard: ProjectType.STANDARD,
  research: ProjectType.RESEARCH,
} as const satisfies Record<DomainType, ProjectType>;

export function toProjectMessage(project: Project): ProjectMessage {
  return { ...project, type: messageTypes[project.type] };
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

/** Undefined when unspecified; INVALID_ARGUMENT for a value this version does not know. */
export function readProjectType(type: ProjectType): DomainType | undefined {
  switch (type) {
    case ProjectType.UNSPECIFIED:
      return undefined;
    case ProjectType.STANDARD:
      return 'standard';
    case ProjectType.RESEARCH:
      return 'research';
    case ProjectType.UNRECOGNIZED:
      throw invalidField('type', 'type must be standard or research');
  }
}
