import { createTemplate, createVersion, listTemplates } from '../survey-api.ts';
import { nameTemplate, writeSurvey } from './built-in-surveys.ts';
import type { BuiltInSurvey, MediaKind } from './built-in-surveys.ts';

/**
 * Resolves to the id of the version of a built-in survey in a project. The first use creates its template. Two people who do so at the
 * same time use the same key, so that they create one.
 */
export async function prepareSurvey(
  projectId: string,
  survey: BuiltInSurvey,
  kinds: readonly MediaKind[],
): Promise<string> {
  const name = nameTemplate(survey, kinds);
  const key = encodeURIComponent(`desk-survey ${projectId} ${name}`);
  const templates = await listTemplates(projectId);
  const known = templates.filter((template) => template.projectId === projectId && template.name === name);
  const [version] = known.flatMap(({ versions }) => versions);
  if (version !== undefined) return version.id;
  const template = known[0] ?? (await createTemplate({ projectId, name, language: 'en' }, key));
  const created = await createVersion(template.id, writeSurvey(survey, kinds), `${key}-${template.id}`);
  return created.id;
}
