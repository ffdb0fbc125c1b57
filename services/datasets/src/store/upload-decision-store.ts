import type { Db } from 'mongodb';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { UploadDecision } from '../domain/upload/upload-decision.ts';

export const uploadDecisionCollection = 'upload_decisions';

export const uploadDecisionIndexes: readonly IndexSpec[] = [{ key: { decidedAt: 1 } }];

export interface UploadDecisionStore {
  /** Decides about an upload, and returns the decision that counts. */
  decide(decision: Omit<UploadDecision, 'segmentId'>): Promise<UploadDecision>;
  /** Chooses another segment. Resolves to false when another process chose one since the decision was read. */
  choose(decision: UploadDecision, segmentId: string): Promise<boolean>;
  /** Removes decisions of finished uploads. */
  removeDecidedBefore(time: Date): Promise<void>;
}

interface DecisionDocument extends Omit<UploadDecision, 'uploadId' | 'segmentId'> {
  readonly _id: string;
  readonly segmentId: string | null;
}

export function createUploadDecisionStore(db: Db): UploadDecisionStore {
  const collection = db.collection<DecisionDocument>(uploadDecisionCollection);
  return {
    async decide({ uploadId, ...rest }) {
      const stored = await insertOrFind(collection, { _id: uploadId, ...rest, segmentId: null });
      const { _id, segmentId, ...decision } = stored;
      return { uploadId: _id, ...decision, segmentId: segmentId ?? undefined };
    },
    async choose({ uploadId, organizationId, segmentId: before }, segmentId) {
      const { matchedCount } = await collection.updateOne(
        { _id: uploadId, organizationId, segmentId: before ?? null },
        { $set: { segmentId } },
      );
      return matchedCount === 1;
    },
    async removeDecidedBefore(time) {
      await collection.deleteMany({ decidedAt: { $lt: time } });
    },
  };
}
