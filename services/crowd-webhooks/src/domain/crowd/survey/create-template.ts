import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../../deps.ts';
import type { SurveyTemplate } from './survey.ts';

export type NewTemplate = Pick<SurveyTemplate, 'projectId' | 'name' | 'language'>;

/** Creates a template without versions. NOT_FOUND for a project that the organization does not have. */
export async function createTemplate(
  { surveyTemplates, projects, clock }: Pick<Deps, 'surveyTemplates' | 'projects' | 'clock'>,
  call: CallContext,
  { projectId, name, language }: NewTemplate,
): Promise<SurveyTemplate> {
  const { organizationId, requestId } = call;
  if (projectId !== undefined) await projects.check(organizationId, projectId, requestId);
  return surveyTemplates.insert({
    id: newIdFor(call),
    organizationId,
    projectId,
    language,
    name: name.trim(),
    createdBy: readUserId(call),
    createdAt: clock.now(),
  });
}
