import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import type { Deps } from '../deps.ts';
import { createTemplate } from '../domain/crowd/survey/create-template.ts';
import { createVersion } from '../domain/crowd/survey/create-version.ts';
import { getTemplate, getVersion } from '../domain/crowd/survey/get-template.ts';
import { listTemplates } from '../domain/crowd/survey/list-templates.ts';
import { previewVersion } from '../domain/crowd/survey/preview-version.ts';
import {
  readContent,
  readPath,
  toListTemplatesResponse,
  toPreviewResponse,
  toTemplateMessage,
  toVersionMessage,
} from './survey-message.ts';

export const surveyTemplatesRpcs: Rpcs<Deps, typeof SurveyTemplatesServiceService> = {
  createSurveyTemplate: async (deps, call, { projectId, name, language }) => ({
    template: toTemplateMessage({
      template: await createTemplate(deps, call, { projectId, name, language }),
      versions: [],
    }),
  }),
  listSurveyTemplates: async (deps, call, { projectId, ...page }) =>
    toListTemplatesResponse(
      await listTemplates(deps, call, { projectId: projectId === '' ? undefined : projectId, page }),
    ),
  getSurveyTemplate: async (deps, call, { templateId }) => ({
    template: toTemplateMessage(await getTemplate(deps, call, templateId)),
  }),
  createSurveyVersion: async (deps, call, request) => ({
    version: toVersionMessage(
      await createVersion(deps, call, { templateId: request.templateId, content: readContent(request) }),
    ),
  }),
  getSurveyVersion: async (deps, call, request) => ({
    version: toVersionMessage(await getVersion(deps, call, readPath(request))),
  }),
  previewSurveyVersion: async (deps, call, { values = {}, ...request }) =>
    toPreviewResponse(call, await previewVersion(deps, call, { path: readPath(request), values })),
};
