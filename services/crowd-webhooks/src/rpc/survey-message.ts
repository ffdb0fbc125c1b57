import type { CallContext } from '@assay/chassis/call-context';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PageOf } from '@assay/chassis/pagination';
import { QuestionType } from '@assay/proto/crowd/v1/survey';
import type {
  Question as QuestionMessage,
  SurveyTemplate as SurveyTemplateMessage,
  SurveyVersion as SurveyVersionMessage,
} from '@assay/proto/crowd/v1/survey';
import type {
  CreateSurveyVersionRequest,
  GetSurveyVersionRequest,
  ListSurveyTemplatesResponse,
  PreviewSurveyVersionResponse,
} from '@assay/proto/crowd/v1/survey_templates_service';
import type { VersionPath } from '../domain/crowd/survey/get-template.ts';
import type { Previewed } from '../domain/crowd/survey/preview-version.ts';
import type {
  Question,
  Survey,
  SurveyContent,
  SurveyVersion,
  TemplateWithVersions,
} from '../domain/crowd/survey/survey.ts';

const questionTypes = createEnumCodec(QuestionType);

export function toTemplateMessage({ template, versions }: TemplateWithVersions): SurveyTemplateMessage {
  const { createdBy: createdById, ...facts } = template;
  return { ...facts, createdById, versions: [...versions] };
}

export function toListTemplatesResponse({
  items,
  ...facts
}: PageOf<TemplateWithVersions>): ListSurveyTemplatesResponse {
  return { templates: items.map(toTemplateMessage), ...facts };
}

export function toVersionMessage(version: SurveyVersion): SurveyVersionMessage {
  return { ...version, questions: version.questions.map(toQuestionMessage) };
}

/** Builds the response of a preview. Its questions have no known answers. */
export function toPreviewResponse(
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { path: { templateId, versionId }, survey, inputData }: Previewed,
): PreviewSurveyVersionResponse {
  const questions = survey.questions.map(toWorkerQuestion);
  // Browsers never send a fragment, so the values reach no log and no record of a sign-in.
  const values = new URLSearchParams(inputData).toString();
  const page = `/v2/work/preview/${templateId}/${versionId}?organizationId=${organizationId}`;
  return {
    survey: { ...survey, questions },
    inputData: { ...inputData },
    previewUrl: values === '' ? page : `${page}#${values}`,
  };
}

export function readPath({ templateId, surveyVersionId: versionId }: GetSurveyVersionRequest): VersionPath {
  return { templateId, versionId };
}

/** INVALID_ARGUMENT for a question without a type. */
export function readContent({ title, introduction, questions }: CreateSurveyVersionRequest): SurveyContent {
  return { title, introduction, questions: questions.map(readQuestion) };
}

function toQuestionMessage(question: Question): QuestionMessage {
  return { ...toWorkerQuestion(question), golden: question.golden && { expected: question.golden.expected } };
}

export function toWorkerQuestion({ type, options, ...question }: Survey['questions'][number]) {
  const { key, label, helpText, required, min, max, showIf } = question;
  return {
    key,
    label,
    helpText,
    required,
    min,
    max,
    type: questionTypes.toMessage(type),
    options: options.map((option) => ({ ...option })),
    showIf: showIf && { ...showIf },
  };
}

function readQuestion(message: QuestionMessage, index: number): Question {
  const { key, label, helpText, required, options, min, max, showIf, golden } = message;
  return {
    key,
    label,
    helpText,
    required,
    options,
    min,
    max,
    type: questionTypes.readRequired(`questions.${index.toString()}.type`, message.type),
    showIf: showIf && { questionKey: showIf.questionKey, equals: showIf.equals as unknown },
    golden: golden && { expected: golden.expected as unknown },
  };
}
