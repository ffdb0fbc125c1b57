import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { addVersions } from './list-templates.ts';
import type { SurveyTemplate, SurveyVersion, TemplateWithVersions } from './survey.ts';

/** Names a version of a template. */
export interface VersionPath {
  readonly templateId: string;
  readonly versionId: string;
}

/** NOT_FOUND for a template that the organization does not have. */
export async function findTemplate(
  { surveyTemplates }: Pick<Deps, 'surveyTemplates'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  templateId: string,
): Promise<SurveyTemplate> {
  const template = await surveyTemplates.find(organizationId, templateId);
  if (template === undefined) throw notFound('survey template');
  return template;
}

/** Returns a template with its versions. NOT_FOUND as above. */
export async function getTemplate(
  deps: Pick<Deps, 'surveyTemplates' | 'surveyVersions'>,
  call: CallContext,
  templateId: string,
): Promise<TemplateWithVersions> {
  const template = await findTemplate(deps, call, templateId);
  const [found] = await addVersions(deps, call.organizationId, [template]);
  return found ?? { template, versions: [] };
}

/** NOT_FOUND for a version that the template does not have. */
export async function getVersion(
  { surveyVersions }: Pick<Deps, 'surveyVersions'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { templateId, versionId }: VersionPath,
): Promise<SurveyVersion> {
  const version = await surveyVersions.find(organizationId, versionId);
  if (version?.templateId !== templateId) throw notFound('survey version');
  return version;
}
