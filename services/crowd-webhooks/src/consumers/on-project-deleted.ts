import { consumes } from '@assay/chassis/events/consumer';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';
import { removeJobsOfProject } from '../domain/crowd/job/remove-project.ts';

/** Removes the webhooks of a project with their deliveries, its survey templates, and its jobs, which can take long. */
export const onProjectDeleted = consumes<Deps, ProjectDeleted>({
  message: ProjectDeleted,
  requires: ['projectId', 'organizationId'],
  async handle(deps, { value: { organizationId, projectId } }) {
    const { webhooks, events, deliveryLog, surveyTemplates, surveyVersions, clock } = deps;
    const owner = { kind: 'project', id: projectId } as const;
    await webhooks.removeOwner(organizationId, owner, clock.now());
    await events.removeOwner(organizationId, owner);
    await deliveryLog.removeOwner(organizationId, owner);
    const templateIds = await surveyTemplates.listOfProject(organizationId, projectId);
    await surveyVersions.removeTemplates(organizationId, templateIds);
    await surveyTemplates.removeProject(organizationId, projectId);
    await removeJobsOfProject(deps, organizationId, projectId);
  },
});
