import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';

export const fileOriginIndexes: readonly IndexSpec[] = [{ key: { organizationId: 1, originWorkflowId: 1 } }];

/** What files say about the workflow that made them. */
export interface FileOriginStore {
  /** Has a file say that a workflow made it. False when it does not say any more what it said before. */
  claim(organizationId: string, claim: OriginClaim): Promise<boolean>;
  /** Makes uploads of the files that say that the workflow made them, but those that are kept. */
  release(organizationId: string, release: OriginRelease): Promise<void>;
}

interface OriginClaim {
  readonly fileId: string;
  readonly workflowId: string;
  readonly sourceFileId?: string | undefined;
  /** The workflow the file names until now; undefined: none. */
  readonly before: string | undefined;
  readonly now: Date;
}

interface OriginRelease {
  readonly workflowId: string;
  readonly keptFileIds: readonly string[];
  readonly now: Date;
}

export function createFileOriginStore(db: Db): FileOriginStore {
  const collection = db.collection<FileDocument>(fileCollection);
  return {
    async claim(organizationId, { fileId, workflowId, sourceFileId, before, now }) {
      const origin = 'workflow_generated';
      const { matchedCount } = await collection.updateOne(
        { _id: fileId, organizationId, originWorkflowId: before ?? null },
        {
          $set: {
            ...{ origin, originWorkflowId: workflowId, sourceFileId: sourceFileId ?? null },
            updatedAt: now,
          },
        },
      );
      return matchedCount > 0;
    },
    async release(organizationId, { workflowId, keptFileIds, now }) {
      const origin = 'user_upload';
      await collection.updateMany(
        { organizationId, originWorkflowId: workflowId, _id: { $nin: [...keptFileIds] } },
        { $set: { origin, originWorkflowId: null, sourceFileId: null, updatedAt: now } },
      );
    },
  };
}
