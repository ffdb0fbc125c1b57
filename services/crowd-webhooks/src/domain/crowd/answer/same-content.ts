import { isDeepStrictEqual } from 'node:util';
import type { Answer, QuestionAnswer } from './answer.ts';

/** The content of a submission. */
export interface SubmittedContent {
  readonly answers: readonly QuestionAnswer[];
  /** Regions that belong to no question. */
  readonly regions: readonly Readonly<Record<string, unknown>>[];
}

/** Returns true if a submission has the values and the free regions that an answer has. */
export function hasSameContent(
  answer: Pick<Answer, 'answers' | 'regions'>,
  { answers, regions }: SubmittedContent,
): boolean {
  const free = answer.regions.filter(({ questionKey = null }) => questionKey === null);
  const stored = { values: listValues(answer.answers), regions: free.map(omitQuestion) };
  return isDeepStrictEqual(toJson(stored), toJson({ values: listValues(answers), regions }));
}

/** Lists the values in the order of their questions. A question without a value is not answered. */
function listValues(answers: SubmittedContent['answers']) {
  const stated = answers.filter(({ value }) => value !== undefined && value !== null);
  return stated
    .map(({ questionKey, value }) => [questionKey, value] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function omitQuestion({ questionKey: _free, ...region }: Answer['regions'][number]) {
  return region;
}

/** Leaves out members that are undefined, which the database does not store. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
