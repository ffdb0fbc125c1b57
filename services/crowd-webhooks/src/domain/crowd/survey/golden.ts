import { isDeepStrictEqual } from 'node:util';
import { readPlaceholder } from './placeholders.ts';
import type { Question } from './survey.ts';
import type { QuestionAnswer } from '../answer/answer.ts';

/** The golden questions of a task, and the right answers among them. */
export interface GoldenResult {
  readonly total: number;
  readonly correct: number;
}

/** Compares answers with the known ones. A question that was not shown, and so has no answer, is not counted. */
export function checkGolden(
  questions: readonly Question[],
  values: Readonly<Record<string, string>>,
  answers: readonly QuestionAnswer[],
): GoldenResult {
  const results = questions.flatMap((question) => {
    const expected = readExpected(question, values);
    const answer = answers.find(({ questionKey }) => questionKey === question.key);
    if (expected === undefined || answer === undefined) return [];
    return [isEqual(question, expected, answer.value)];
  });
  return { total: results.length, correct: results.filter(Boolean).length };
}

/** Returns the known answer to a question in a task. A list without a value there has none. */
export function readExpected({ type, golden }: Question, values: Readonly<Record<string, string>>): unknown {
  const name = readPlaceholder(golden?.expected);
  if (name === undefined) return golden?.expected;
  const text = values[name] ?? '';
  return text === '' ? undefined : parseExpected(type, text);
}

/** Returns true if a task has a known answer that comes from a list: then it is a golden task. */
export function isGoldenTask(
  questions: readonly Question[],
  values: Readonly<Record<string, string>>,
): boolean {
  return questions.some(
    ({ golden }) =>
      readPlaceholder(golden?.expected) !== undefined &&
      values[readPlaceholder(golden?.expected) ?? ''] !== '',
  );
}

/** Values of lists are texts. */
function parseExpected(type: Question['type'], text: string): unknown {
  switch (type) {
    case 'boolean':
      return text.toLowerCase() === 'true';
    case 'scale':
    case 'number':
      return Number(text);
    case 'multiple_choice':
    case 'ranking':
      return text.split(/[|;]/u).map((value) => value.trim());
    default:
      return text;
  }
}

function isEqual({ type }: Question, expected: unknown, value: unknown): boolean {
  if (type === 'multiple_choice' && Array.isArray(expected) && Array.isArray(value)) {
    return isDeepStrictEqual(expected.map(String).toSorted(), value.map(String).toSorted());
  }
  return isDeepStrictEqual(expected, value);
}
