import { days } from '@assay/chassis/units';
import type { Answer, Review } from '../answer/answer.ts';

const appealMs = days(7);

/** Returns the time until which a worker can appeal against a rejection. */
export function computeAppealEnd({ reviewedAt }: Pick<Review, 'reviewedAt'>): Date {
  return new Date(reviewedAt.getTime() + appealMs);
}

/** Returns the time until which the worker can appeal. Undefined if the answer is not rejected, or has an appeal. */
export function readAppealEnd({
  status,
  review,
  appeal,
}: Pick<Answer, 'status' | 'review' | 'appeal'>): Date | undefined {
  if (status !== 'rejected' || review === undefined || appeal !== undefined) return undefined;
  return computeAppealEnd(review);
}
