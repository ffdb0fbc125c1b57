import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { one, page, shaped } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Resource } from '../../operation.ts';
import { surveyPreview } from '../../shapes/survey.ts';

const rpcs = SurveyTemplatesServiceService;
const path = '/v2/survey-templates' as const;
const versionsPath = `${path}/:templateId/versions` as const;
const versionPath = `${versionsPath}/:surveyVersionId` as const;

export const surveyTemplates: Resource = {
  tag: {
    name: 'Survey templates',
    description:
      'Surveys for crowd jobs. A template has versions, which never change. A text of a survey names a list of the input data as ' +
      '`{{<name of the list>.value}}`; workers read the value of their task in its place.',
  },
  operations: {
    createSurveyTemplate: operation(`POST ${path}`, rpcs.createSurveyTemplate, {
      summary: 'Create a survey template',
      description:
        'Creates a template without versions. Without `projectId` all projects of the organization can use it.',
      status: 201,
      answer: one('template', 'The template.'),
    }),
    listSurveyTemplates: operation(`GET ${path}`, rpcs.listSurveyTemplates, {
      summary: 'List survey templates',
      description:
        'Lists the templates of the organization, newest first. With `projectId` it lists those that the project can use.',
      answer: page('templates', 'A page of templates.'),
    }),
    getSurveyTemplate: operation(`GET ${path}/:templateId`, rpcs.getSurveyTemplate, {
      summary: 'Read a survey template',
      description: 'Returns the template with the list of its versions.',
      answer: one('template', 'The template.'),
    }),
    createSurveyVersion: operation(`POST ${versionsPath}`, rpcs.createSurveyVersion, {
      summary: 'Add a version to a survey template',
      description:
        'Creates the next version. It has 1 to 100 questions with unique keys. Choices and rankings need 2 to 50 options with unique ' +
        'values; a scale needs whole numbers `min` and `max` that are 1 to 20 apart; `showIf` names an earlier question and a value that ' +
        'it can have; `golden.expected` is a value of its question, or the placeholder of a list. `region` and `time_range` have no ' +
        '`golden`, and that of `file_choice` is a placeholder. Otherwise the survey is refused with {INVALID_FIELD}.',
      status: 201,
      answer: one('version', 'The version.'),
    }),
    getSurveyVersion: operation(`GET ${versionPath}`, rpcs.getSurveyVersion, {
      summary: 'Read a version of a survey template',
      description: 'Returns the version with its questions and their known answers, which workers never see.',
      answer: one('version', 'The version.'),
    }),
    previewSurveyVersion: operation(`POST ${versionPath}/preview`, rpcs.previewSurveyVersion, {
      summary: 'Preview a version of a survey template',
      description:
        'Returns the survey as a worker would get it, with `values` in place of the placeholders and without the known answers. Nothing is ' +
        'stored. People with access to the template open `previewUrl` in a browser, which shows the survey and checks answers without ' +
        'storing them. A value of a list that the survey does not show is refused with {INVALID_FIELD}.',
      answer: shaped(surveyPreview, 'The survey and its input data.'),
    }),
  },
};
