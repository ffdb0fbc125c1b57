import { consumes } from '@assay/chassis/events/consumer';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';
import { removeRunsOfProject } from '../domain/run/end-deleted-runs.ts';

export const onProjectDeleted = consumes<Deps, ProjectDeleted>({
  message: ProjectDeleted,
  requires: ['projectId', 'organizationId'],
  async handle(deps, event) {
    const { projectId, organizationId } = event.value;
    await deps.contexts.removeOfProject(organizationId, projectId);
    await removeRunsOfProject(deps, event, event.value);
  },
});
