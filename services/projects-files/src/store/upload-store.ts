import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { PendingUpload } from '../domain/upload/upload.ts';

export const uploadCollection = 'uploads';

export const uploadIndexes: readonly IndexSpec[] = [{ key: { startedAt: 1 } }];

/** Objects that no file document names yet. Swept over all organizations, so only the sweeper's queries are unscoped. */
export interface UploadStore {
  insert(upload: PendingUpload, now: Date): Promise<void>;
  /** Keeps the sweeper away for another hour; false when it has taken the upload. */
  renew(fileId: string, now: Date): Promise<boolean>;
  remove(fileId: string): Promise<void>;
  /** Oldest first. */
  listStartedBefore(time: Date, limit: number): Promise<readonly PendingUpload[]>;
  /** Takes an upload away from whoever began it; false when it was renewed or is gone. */
  take(fileId: string, startedBefore: Date): Promise<boolean>;
}

interface UploadDocument extends Omit<PendingUpload, 'fileId'> {
  readonly _id: string;
  readonly startedAt: Date;
  readonly isSwept: boolean;
}

export function createUploadStore(db: Db): UploadStore {
  const collection = db.collection<UploadDocument>(uploadCollection);
  return {
    async insert({ fileId, ...rest }, now) {
      await collection.insertOne({ _id: fileId, ...rest, startedAt: now, isSwept: false });
    },
    async renew(fileId, now) {
      const { matchedCount } = await collection.updateOne(
        { _id: fileId, isSwept: false },
        { $set: { startedAt: now } },
      );
      return matchedCount === 1;
    },
    async remove(fileId) {
      await collection.deleteOne({ _id: fileId });
    },
    async listStartedBefore(time, limit) {
      const found = await collection
        .find({ startedAt: { $lt: time } })
        .sort({ startedAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, organizationId, projectId, storageKey }) => {
        return { fileId: _id, organizationId, projectId, storageKey };
      });
    },
    async take(fileId, startedBefore) {
      const { matchedCount } = await collection.updateOne(
        { _id: fileId, startedAt: { $lt: startedBefore } },
        { $set: { isSwept: true } },
      );
      return matchedCount === 1;
    },
  };
}
