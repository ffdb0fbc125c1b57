import type { Collection } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { GoldenResult } from '../../domain/crowd/survey/golden.ts';
import type { PersonKey } from '../../domain/crowd/worker/worker.ts';
import type { AnswerDocument } from './answer-document.ts';

/** The numbers of answers of a worker. */
export interface AnswerCounts {
  readonly answers: number;
  readonly accepted: number;
  readonly rejected: number;
}

export interface WorkerAnswers {
  /** Counts the answers of a worker to all jobs of the organization. */
  countOfWorker(organizationId: string, workerId: string): Promise<AnswerCounts>;
  /** Sums the golden questions that a worker answered in a job. */
  sumGolden(jobId: string, workerId: string): Promise<GoldenResult>;
}

export const workerAnswerIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, workerId: 1, status: 1 } },
];

export function createWorkerAnswers(collection: Collection<AnswerDocument>): WorkerAnswers {
  return {
    async countOfWorker(organizationId, workerId) {
      const states = ['pending_review', 'accepted', 'rejected'] as const;
      const [pending = 0, accepted = 0, rejected = 0] = await Promise.all(
        states.map((status) => collection.countDocuments({ organizationId, workerId, status })),
      );
      return { answers: pending + accepted + rejected, accepted, rejected };
    },
    async sumGolden(jobId, workerId) {
      const [found] = await collection
        .aggregate<GoldenResult>([
          { $match: { jobId, workerId, status: 'accepted' } },
          { $group: { _id: null, total: { $sum: '$goldenTotal' }, correct: { $sum: '$goldenCorrect' } } },
        ])
        .toArray();
      return { total: found?.total ?? 0, correct: found?.correct ?? 0 };
    },
  };
}

/** An answer to a golden task waits like any other for its worker, although it is accepted and paid at once. */
export async function sumRewards(collection: Collection<AnswerDocument>, personKey: PersonKey, now: Date) {
  const isHidden = { $and: ['$isGolden', { $gt: ['$autoAcceptAt', now] }] };
  const isPending = { $or: [{ $eq: ['$status', 'pending_review'] }, isHidden] };
  const sums = await collection
    .aggregate<{ readonly _id: boolean; readonly cents: number }>([
      { $match: { personKey, status: { $in: ['pending_review', 'accepted'] } } },
      { $group: { _id: isPending, cents: { $sum: '$rewardCents' } } },
    ])
    .toArray();
  const read = (pending: boolean) => sums.find(({ _id }) => _id === pending)?.cents ?? 0;
  return { pending: read(true), earned: read(false) };
}
