import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';
import { removeProject } from '../domain/deletion/remove-project.ts';

export const onProjectDeleted = consumes<Deps, ProjectDeleted>({
  message: ProjectDeleted,
  async handle(deps, { value }) {
    const { projectId, organizationId } = value;
    if (projectId === '' || organizationId === '')
      throw new PoisonError('it names no project or no organization');
    await removeProject(deps, value);
  },
});
