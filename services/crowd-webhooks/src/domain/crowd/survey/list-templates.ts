import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import type { SurveyTemplate, TemplateWithVersions } from './survey.ts';

type ReadingDeps = Pick<Deps, 'surveyTemplates' | 'surveyVersions' | 'projects'>;

/** Lists the templates that a project can use, or all of the organization. NOT_FOUND for a project that the organization does not have. */
export async function listTemplates(
  deps: ReadingDeps,
  { organizationId, requestId }: CallContext,
  { projectId, page }: { readonly projectId: string | undefined; readonly page: Page },
): Promise<PageOf<TemplateWithVersions>> {
  if (projectId !== undefined) await deps.projects.check(organizationId, projectId, requestId);
  const { items, ...facts } = await deps.surveyTemplates.list(organizationId, { projectId }, page);
  return { items: await addVersions(deps, organizationId, items), ...facts };
}

/** Adds the list of its versions to each template. */
export async function addVersions(
  { surveyVersions }: Pick<Deps, 'surveyVersions'>,
  organizationId: string,
  templates: readonly SurveyTemplate[],
): Promise<readonly TemplateWithVersions[]> {
  const versions = await surveyVersions.listSummaries(
    organizationId,
    templates.map(({ id }) => id),
  );
  const byTemplate = Map.groupBy(versions, ({ templateId }) => templateId);
  return templates.map((template) => ({ template, versions: byTemplate.get(template.id) ?? [] }));
}
