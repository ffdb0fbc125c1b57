import { invalidField } from '@assay/chassis/errors';
import { checkValue } from '../survey/check-value.ts';
import type { Question } from '../survey/survey.ts';
import type { QuestionAnswer } from './answer.ts';
import { checkRegions, checkTimeRanges } from './check-areas.ts';

interface Task {
  readonly questions: readonly Question[];
  /** The files of the task. */
  readonly fileIds: readonly string[];
}

/**
 * Checks the answers to a task. INVALID_ARGUMENT, with `answers.<key of the question>` as the field, for an unknown or repeated question, a
 * question that is not shown, a value that does not fit, and a required question without an answer: a text without a visible character is
 * none.
 */
export function checkAnswers({ questions, fileIds }: Task, answers: readonly QuestionAnswer[]): void {
  const values = readValues(questions, answers);
  const shown = new Set<string>();
  for (const question of questions) {
    const { key, required } = question;
    const value = values.get(key);
    const isShown = isVisible(question, { questions, values, shown });
    if (isShown) shown.add(key);
    if (value === undefined) {
      if (isShown && required) throw invalidField(fieldName(key), `The question ${key} needs an answer.`);
      continue;
    }
    if (!isShown) throw invalidField(fieldName(key), `The question ${key} is not shown with these answers.`);
    const problem = checkAnswer(question, value, fileIds);
    if (problem !== undefined) throw invalidField(fieldName(key), `The answer to ${key} ${problem}.`);
    if (required && !hasContent(value)) {
      throw invalidField(fieldName(key), `The question ${key} needs an answer.`);
    }
  }
}

function readValues(
  questions: readonly Question[],
  answers: readonly QuestionAnswer[],
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { questionKey, value } of answers) {
    const field = fieldName(questionKey);
    if (!questions.some(({ key }) => key === questionKey))
      throw invalidField(field, `There is no question ${questionKey}.`);
    if (values.has(questionKey)) throw invalidField(field, `The question ${questionKey} is answered twice.`);
    if (value !== undefined && value !== null) values.set(questionKey, value);
  }
  return values;
}

interface Progress {
  readonly questions: readonly Question[];
  readonly values: ReadonlyMap<string, unknown>;
  /** The earlier questions that are shown. */
  readonly shown: ReadonlySet<string>;
}

function isVisible({ showIf }: Question, { values, shown }: Progress): boolean {
  if (showIf === undefined) return true;
  const value = values.get(showIf.questionKey);
  if (!shown.has(showIf.questionKey)) return false;
  const expected: readonly unknown[] = Array.isArray(showIf.equals) ? showIf.equals : [showIf.equals];
  return expected.some((each) => (Array.isArray(value) ? value.includes(each) : value === each));
}

function checkAnswer(question: Question, value: unknown, fileIds: readonly string[]): string | undefined {
  switch (question.type) {
    case 'region':
      return checkRegions(value, fileIds);
    case 'time_range':
      return checkTimeRanges(value, fileIds);
    case 'file_choice':
      return typeof value === 'string' && fileIds.includes(value)
        ? undefined
        : 'must be the id of a file of the task';
    default:
      return checkValue(question, value);
  }
}

/** The characters that readers see. Some fillers count as letters, symbols or marks of Unicode, but show nothing. */
const visibleCharacter = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{M}\p{S}\p{P}]/u;

function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return visibleCharacter.test(value);
  return !Array.isArray(value) || value.length > 0;
}

function fieldName(key: string): string {
  return `answers.${key}`;
}
