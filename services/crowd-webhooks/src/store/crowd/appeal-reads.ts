import type { Collection, Filter } from 'mongodb';
import { findPage } from '@assay/chassis/mongo/find-page';
import type { ListOrder } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Answer, AppealedAnswer } from '../../domain/crowd/answer/answer.ts';
import type { Appeal, AppealStatus } from '../../domain/crowd/answer/appeal.ts';
import type { AnswerDocument } from './answer-document.ts';

export interface AppealReads {
  /** Finds the answer of an appeal. */
  findByAppeal(organizationId: string, appealId: string): Promise<AppealedAnswer | undefined>;
  /** Lists the users who decided about answers to a job, or about appeals. */
  listReviewers(jobId: string): Promise<readonly string[]>;
  /** Lists the answers with appeals, the newest appeal first. */
  listAppeals(filter: AppealFilter, page: Page): Promise<PageOf<AppealedAnswer>>;
}

interface AppealFilter {
  readonly jobId: string;
  readonly status: AppealStatus | undefined;
}

const newest = { 'appeal.createdAt': -1, _id: -1 } as const;

export const appealIndexes: readonly IndexSpec[] = [
  { key: { 'appeal.id': 1 }, sparse: true },
  { key: { jobId: 1, 'appeal.status': 1, ...newest } },
];

const all: AppealStatus[] = ['open', 'upheld', 'overturned'];

/** The fields of a document that say the place of its appeal. */
interface Placed {
  readonly _id: string;
  readonly appeal: Pick<Appeal, 'createdAt'> | null;
}

const byAppeal: ListOrder<Placed> = {
  sort: newest,
  encodePosition: ({ appeal, _id }) => `${(appeal?.createdAt.getTime() ?? 0).toString()}.${_id}`,
  filterAfter(position) {
    const [, time, id] = /^(\d{1,15})\.(.+)$/u.exec(position) ?? [];
    if (id === undefined) return undefined;
    const createdAt = new Date(Number(time));
    return {
      'appeal.createdAt': { $lte: createdAt },
      $or: [{ 'appeal.createdAt': { $lt: createdAt } }, { _id: { $lt: id } }],
    };
  },
};

export function createAppealReads(
  collection: Collection<AnswerDocument>,
  {
    toDomain,
    projection,
  }: {
    readonly toDomain: (document: AnswerDocument) => Answer;
    readonly projection: Readonly<Record<string, 0>>;
  },
): AppealReads {
  const show = (document: AnswerDocument) => {
    const answer = toDomain(document);
    return answer.appeal === undefined ? [] : [{ ...answer, appeal: answer.appeal }];
  };
  return {
    async findByAppeal(organizationId, appealId) {
      const found = await collection.findOne({ 'appeal.id': appealId }, { projection });
      return found?.organizationId === organizationId ? show(found)[0] : undefined;
    },
    async listReviewers(jobId) {
      const filter = {
        jobId,
        status: { $in: ['pending_review', 'accepted', 'rejected'] },
      } as Filter<AnswerDocument>;
      const decided: unknown[] = await collection.distinct('review.reviewedBy', filter);
      const resolved: unknown[] = await collection.distinct('appeal.resolution.resolvedBy', filter);
      return [decided, resolved].flat().filter((userId) => typeof userId === 'string');
    },
    async listAppeals({ jobId, status }, page) {
      const filter: Filter<AnswerDocument> = { jobId, 'appeal.status': status ?? { $in: all } };
      const found = await findPage(collection, { filter, order: byAppeal, projection }, page);
      return { ...found, items: found.items.flatMap(show) };
    },
  };
}
