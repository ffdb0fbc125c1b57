import { consumes } from '@assay/chassis/events/consumer';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';

/** The runs on the files of a project go with it. */
export const onProjectDeleted = consumes<Pick<Deps, 'runs'>, ProjectDeleted>({
  message: ProjectDeleted,
  requires: ['projectId', 'organizationId'],
  handle: ({ runs }, { value: { organizationId, projectId } }) =>
    runs.removeProject(organizationId, projectId),
});
