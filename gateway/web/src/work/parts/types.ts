import type { SurveyQuestion } from '../../shared/api/api-types.ts';
import type { Body } from '../../shared/api/calls.ts';

export type Submission = Body<'submitAnswer'>;
export type QuestionAnswer = NonNullable<Submission['answers']>[number];
export type QuestionType = SurveyQuestion['type'];

type SentRegion = NonNullable<Submission['regions']>[number];

/** An area of a file, as fractions from 0 to 1 of the file as displayed. The page always sends its four sides. */
export type Region = SentRegion & Required<Pick<SentRegion, 'x' | 'y' | 'width' | 'height'>>;

/** The value of an answer to a question about time ranges. */
export interface TimeRange {
  readonly fileId: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly note?: string;
}
