import type { Filter } from 'mongodb';
import { invalidField } from '@assay/chassis/errors';
import type { ListOrder } from '@assay/chassis/mongo/find-page';

/** The fields of a stored answer that say its place. */
interface Placed {
  readonly _id: string;
  readonly submittedAt: Date;
}

export const newest = { submittedAt: -1, _id: -1 } as const;

/** Newest first. */
export const bySubmission: ListOrder<Placed> = {
  sort: newest,
  encodePosition: ({ submittedAt, _id }) => `${submittedAt.getTime().toString()}.${_id}`,
  filterAfter(text) {
    const position = readPosition(text);
    if (position === undefined) return undefined;
    const { submittedAt, id } = position;
    return {
      submittedAt: { $lte: submittedAt },
      $or: [{ submittedAt: { $lt: submittedAt } }, { _id: { $lt: id } }],
    };
  },
};

/** Builds the filter of answers that were submitted after a position. An empty position is the start. */
export function filterLater(text: string): Filter<Placed> {
  if (text === '') return {};
  const position = readPosition(text);
  if (position === undefined)
    throw invalidField('part', 'The part is not valid. Start again without `part`.');
  const { submittedAt, id } = position;
  return {
    submittedAt: { $gte: submittedAt },
    $or: [{ submittedAt: { $gt: submittedAt } }, { _id: { $gt: id } }],
  };
}

function readPosition(text: string): { readonly submittedAt: Date; readonly id: string } | undefined {
  const [, time, id] = /^(\d{1,15})\.(.+)$/u.exec(text) ?? [];
  return id === undefined ? undefined : { submittedAt: new Date(Number(time)), id };
}
