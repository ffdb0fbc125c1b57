import { listTemplates } from '../parts/survey-api.ts';
import { api } from '../../parts/api.ts';
import type { VersionName } from '../parts/survey-api.ts';
import { nameTemplate, writeSurvey } from './built-in-surveys.ts';
import type { BuiltInSurvey, MediaKind } from './built-in-surveys.ts';

/**
 * Resolves to the version of a built-in survey in a project. The first use creates its template. Two people who do so at the
 * same time use the same key, so that they create one.
 */
export async function prepareSurvey(
  projectId: string,
  survey: BuiltInSurvey,
  kinds: readonly MediaKind[],
): Promise<VersionName> {
  const name = nameTemplate(survey, kinds);
  const key = encodeURIComponent(`desk-survey ${projectId} ${name}`);
  const templates = await listTemplates(projectId);
  const known = templates.filter((template) => template.projectId === projectId && template.name === name);
  const [stored] = known.flatMap(({ id, versions: [version] }) =>
    version === undefined ? [] : [{ templateId: id, surveyVersionId: version.id }],
  );
  if (stored !== undefined) return stored;
  const template =
    known[0] ??
    (await api.createSurveyTemplate({ body: { projectId, name, language: 'en' }, idempotencyKey: key }));
  const created = await api.createSurveyVersion({
    templateId: template.id,
    body: writeSurvey(survey, kinds),
    idempotencyKey: `${key}-${template.id}`,
  });
  return { templateId: template.id, surveyVersionId: created.id };
}
