/** Calls of the API about survey templates. All reject with ApiError. */

import type { Question, SurveyTemplate } from '../../../shared/api/api-types.ts';
import { api } from '../../parts/api.ts';

/** Lists templates, newest first: those that a project can use, or those of the organization. */
export async function listTemplates(projectId?: string): Promise<readonly SurveyTemplate[]> {
  return (await api.listSurveyTemplates({ limit: 200, projectId })).data;
}

/** Names a version in calls. */
export interface VersionName {
  readonly templateId: string;
  readonly surveyVersionId: string;
}

/** Resolves to the questions of a version; to none when its template is not listed any more. */
export async function readQuestions(versionId: string): Promise<readonly Question[]> {
  const name = await findVersion(versionId);
  return name === undefined ? [] : (await api.getSurveyVersion(name)).questions;
}

/** Resolves to undefined when the template of the version is not listed any more. */
export async function findVersion(versionId: string): Promise<VersionName | undefined> {
  const templates = await listTemplates();
  const template = templates.find(({ versions }) => versions.some(({ id }) => id === versionId));
  return template && { templateId: template.id, surveyVersionId: versionId };
}
