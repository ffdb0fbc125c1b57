import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';
import { removeRunsOfProject } from '../domain/run/end-deleted-runs.ts';

export const onProjectDeleted = consumes<Deps, ProjectDeleted>({
  message: ProjectDeleted,
  async handle(deps, event) {
    const { projectId, organizationId } = event.value;
    if (projectId === '' || organizationId === '')
      throw new PoisonError('it names no project or no organization');
    await deps.contexts.removeOfProject(organizationId, projectId);
    await removeRunsOfProject(deps, event, event.value);
  },
});
