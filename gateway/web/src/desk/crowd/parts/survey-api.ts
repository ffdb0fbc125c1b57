/** Calls of the API about survey templates. All reject with ApiError. */

import type { Page } from '../../parts/api-types.ts';
import { requestJson } from '../../parts/request.ts';
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

/** Names a version in paths of the API. */
export interface VersionName {
  readonly templateId: string;
  readonly versionId: string;
}

/** Resolves to the address of a page that shows the version as workers see it. */
export async function readPreviewUrl({ templateId, versionId }: VersionName): Promise<string> {
  const path = `/v2/survey-templates/${templateId}/versions/${versionId}/preview`;
  return ((await requestJson({ method: 'POST', path })) as { readonly previewUrl: string }).previewUrl;
}

/** Resolves to the questions of a version; to none when its template is not listed any more. */
export async function readQuestions(versionId: string): Promise<readonly Question[]> {
  const name = await findVersion(versionId);
  if (name === undefined) return [];
  const path = `/v2/survey-templates/${name.templateId}/versions/${versionId}`;
  return ((await get(path)) as SurveyVersion).questions;
}

/** Resolves to undefined when the template of the version is not listed any more. */
export async function findVersion(versionId: string): Promise<VersionName | undefined> {
  const templates = await listTemplates();
  const template = templates.find(({ versions }) => versions.some(({ id }) => id === versionId));
  return template && { templateId: template.id, versionId };
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body: unknown, key: string): Promise<unknown> {
  return requestJson({ method: 'POST', path, body, headers: { 'idempotency-key': key } });
}
