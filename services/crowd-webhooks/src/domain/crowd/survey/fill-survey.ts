import { mebibytes } from '@assay/chassis/units';
import { fillPlaceholders, listPlaceholders, readPlaceholder } from './placeholders.ts';
import type { Question, Survey, SurveyContent } from './survey.ts';

/** Builds the survey that a worker gets: with the values of a task, and without the known answers. */
export function fillSurvey(
  { title, introduction, questions }: SurveyContent,
  language: string,
  values: ReadonlyMap<string, string>,
): Survey {
  const fill = (text: string) => fillPlaceholders(text, values);
  return {
    title: fill(title),
    language,
    introduction: introduction === undefined ? undefined : fill(introduction),
    questions: questions.map((question) => fillQuestion(question, fill)),
  };
}

function fillQuestion(question: Question, fill: (text: string) => string): Survey['questions'][number] {
  const { key, type, label, helpText, required, options, min, max, showIf } = question;
  return {
    key,
    type,
    required,
    min,
    max,
    showIf,
    label: fill(label),
    helpText: helpText === undefined ? undefined : fill(helpText),
    options: options.map((option) => ({ ...option, label: fill(option.label) })),
  };
}

/** The maximum size of a survey with its values. A message has room for it and for the values themselves. */
export const maxFilledBytes = mebibytes(4);

/** Counts the UTF-8 bytes of a survey with values of these sizes, without filling it. */
export function countFilledBytes(content: SurveyContent, valueBytes: ReadonlyMap<string, number>): number {
  return listTexts(content).reduce((sum, text) => {
    const values = listPlaceholders(text).map((name) => valueBytes.get(name) ?? 0);
    return values.reduce((bytes, value) => bytes + value, sum + Buffer.byteLength(text));
  }, 0);
}

function listTexts({ title, introduction = '', questions }: SurveyContent): readonly string[] {
  const texts = questions.flatMap(({ label, helpText = '', options }) => [
    ...[label, helpText],
    ...options.map((option) => option.label),
  ]);
  return [title, introduction, ...texts];
}

/** Lists the names of all lists that a survey needs, each once: those of its texts, and those of its known answers. */
export function listNeededLists(content: SurveyContent): readonly string[] {
  const expected = content.questions.flatMap(({ golden }) => readPlaceholder(golden?.expected) ?? []);
  return [...new Set([...listTexts(content).flatMap(listPlaceholders), ...expected])];
}

/** Lists the names of the lists that workers see values of. */
export function listShownLists(survey: SurveyContent): readonly string[] {
  const questions = survey.questions.map((question) => ({ ...question, golden: undefined }));
  return listNeededLists({ ...survey, questions });
}

/** Lists the names of the lists that hold known answers, which workers never see. */
export function listExpectedLists({ questions }: Pick<SurveyContent, 'questions'>): readonly string[] {
  return questions.flatMap(({ golden }) => readPlaceholder(golden?.expected) ?? []);
}
