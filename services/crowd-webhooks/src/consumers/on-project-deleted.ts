import { consumes } from '@assay/chassis/events/consumer';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Deps } from '../deps.ts';

type RemovalDeps = Pick<
  Deps,
  'webhooks' | 'events' | 'deliveryLog' | 'surveyTemplates' | 'surveyVersions' | 'clock'
>;

/** The webhooks of a project go with it, and what was sent to them; so do its survey templates. */
export const onProjectDeleted = consumes<RemovalDeps, ProjectDeleted>({
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
  },
});
