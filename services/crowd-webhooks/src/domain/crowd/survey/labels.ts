import type { SurveyContent } from './survey.ts';
import type { Answer } from '../answer/answer.ts';

/** The types of questions whose answers are compared with those of others. */
const compared: ReadonlySet<string> = new Set(['single_choice', 'boolean', 'scale', 'file_choice']);

/** Lists the answers that are compared with those of others, as texts. */
export function listLabels({ answers }: Pick<Answer, 'answers'>): readonly (readonly [string, string])[] {
  return answers
    .filter(({ questionType }) => compared.has(questionType))
    .map(({ questionKey, value }) => [questionKey, String(value)] as const);
}

/** The bytes of a number, true, false or an id, and of the frame of a value in a document. */
const scalarBytes = 32;
/** The bytes of a claim without its labels. */
const claimBytes = 400;

/** Counts the bytes of the largest answer in the document of its task. */
export function countLabelBytes({ questions }: Pick<SurveyContent, 'questions'>): number {
  return questions
    .filter(({ type }) => compared.has(type))
    .reduce((sum, { key, options }) => {
      const values = options.map(({ value }) => Buffer.byteLength(value));
      return sum + Buffer.byteLength(key) + scalarBytes + Math.max(0, ...values);
    }, claimBytes);
}
