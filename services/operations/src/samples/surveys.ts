import {
  Golden,
  Question,
  QuestionOption,
  QuestionType,
  ShowIf,
  Survey,
  SurveyQuestion,
  SurveyTemplate,
  SurveyVersion,
  SurveyVersionSummary,
} from '@assay/proto/crowd/v1/survey';
import {
  CreateSurveyTemplateRequest,
  CreateSurveyVersionRequest,
  PreviewSurveyVersionRequest,
  PreviewSurveyVersionResponse,
} from '@assay/proto/crowd/v1/survey_templates_service';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

const option: QuestionOption = { value: 'yes', label: 'Yes, something was changed', exclusive: false };
const options: QuestionOption[] = [option, { value: 'no', label: 'No, it looks original', exclusive: false }];
const label = 'Was the photograph of {{city.value}} changed?';

const workerQuestion: SurveyQuestion = SurveyQuestion.fromPartial({
  key: 'changed',
  type: QuestionType.SINGLE_CHOICE,
  label: 'Was the photograph of Hamburg changed?',
  required: true,
  options,
});
const golden: Golden = { expected: '{{truth.value}}' };
const question: Question = Question.fromPartial({ ...workerQuestion, label, golden });
const showIf: ShowIf = { questionKey: 'changed', equals: 'yes' };
const place: Question = Question.fromPartial({
  key: 'place',
  type: QuestionType.REGION,
  label: 'Mark the place.',
  required: true,
  showIf,
});
const title = 'Changed photographs';
const introduction = 'Look at the whole photograph first.';
const questions = [question, place];
const summary: SurveyVersionSummary = { id: ids.surveyVersion, versionNumber: 1, publishedAt: updatedAt };
const survey: Survey = { title, introduction, language: 'en', questions: [workerQuestion] };

export const surveySamples = [
  sample(QuestionOption, option),
  sample(ShowIf, showIf),
  sample(Golden, golden),
  sample(Question, question),
  sample(SurveyQuestion, workerQuestion),
  sample(Survey, survey),
  sample(SurveyVersionSummary, summary),
  sample(SurveyVersion, { ...summary, templateId: ids.surveyTemplate, title, introduction, questions }),
  sample(SurveyTemplate, {
    id: ids.surveyTemplate,
    organizationId: ids.organization,
    projectId: ids.project,
    name: title,
    language: 'en',
    versions: [summary],
    createdById: ids.user,
    createdAt,
  }),
  sample(PreviewSurveyVersionResponse, {
    survey,
    inputData: { city: 'Hamburg' },
    previewUrl: `/v2/work/preview/${ids.surveyTemplate}/${ids.surveyVersion}?organizationId=${ids.organization}#city=Hamburg`,
  }),
  sample(CreateSurveyTemplateRequest, { projectId: ids.project, name: title, language: 'en' }),
  sample(CreateSurveyVersionRequest, { title, introduction, questions }),
  sample(PreviewSurveyVersionRequest, { values: { city: 'Hamburg' } }),
];
