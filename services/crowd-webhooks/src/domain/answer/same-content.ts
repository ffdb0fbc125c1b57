import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './answer.ts';
import type { Submission } from './submit-answer.ts';

/** Returns true if a submission has the values and the free regions that an answer has. */
export function hasSameContent(
  answer: Pick<Answer, 'answers' | 'regions'>,
  { answers, regions }: Pick<Submission, 'answers' | 'regions'>,
): boolean {
  const free = answer.regions.filter(({ questionKey = null }) => questionKey === null);
  const stored = { values: listValues(answer.answers), regions: free.map(omitQuestion) };
  return isDeepStrictEqual(toJson(stored), toJson({ values: listValues(answers), regions }));
}

/** Lists the values in the order of their questions. A question without a value is not answered. */
function listValues(answers: Submission['answers']) {
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
