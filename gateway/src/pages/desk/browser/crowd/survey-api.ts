/** Calls of the API about survey templates. All reject with ApiError. */

import type { Page } from '../api-types.ts';
import { requestJson } from '../request.ts';
import type { Question, SurveyTemplate, SurveyVersion } from './crowd-types.ts';

/** Lists templates, newest first: those that a project can use, or those of the organization. */
export async function listTemplates(projectId?: string): Promise<readonly SurveyTemplate[]> {
  const query = new URLSearchParams({ limit: '200', ...(projectId === undefined ? {} : { projectId }) });
  return ((await get(`/v2/survey-templates?${query.toString()}`)) as Page<SurveyTemplate>).data;
}

export async function createTemplate(
  template: Pick<SurveyTemplate, 'projectId' | 'name' | 'language'>,
  key: string,
): Promise<SurveyTemplate> {
  return (await post('/v2/survey-templates', template, key)) as SurveyTemplate;
}

export interface SurveyContent {
  readonly title: string;
  readonly questions: readonly Question[];
}

export async function createVersion(
  templateId: string,
  content: SurveyContent,
  key: string,
): Promise<SurveyVersion> {
  return (await post(`/v2/survey-templates/${templateId}/versions`, content, key)) as SurveyVersion;
}

/** Resolves to the questions of a version; to none when its template is not listed any more. */
export async function readQuestions(versionId: string): Promise<readonly Question[]> {
  const templates = await listTemplates();
  const template = templates.find(({ versions }) => versions.some(({ id }) => id === versionId));
  if (template === undefined) return [];
  const path = `/v2/survey-templates/${template.id}/versions/${versionId}`;
  return ((await get(path)) as SurveyVersion).questions;
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body: unknown, key: string): Promise<unknown> {
  return requestJson({ method: 'POST', path, body, headers: { 'idempotency-key': key } });
}
