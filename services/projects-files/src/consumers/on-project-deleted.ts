import { consumes } from '@assay/chassis/events/consumer';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';
import { removeProject } from '../domain/deletion/remove-project.ts';

export const onProjectDeleted = consumes<Deps, ProjectDeleted>({
  message: ProjectDeleted,
  requires: ['projectId', 'organizationId'],
  handle: (deps, { value }) => removeProject(deps, value),
});
