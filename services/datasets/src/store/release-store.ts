import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { Release } from '../domain/release/release.ts';

export const releaseCollection = 'releases';

export const releaseIndexes: readonly IndexSpec[] = [
  { key: { dueAt: 1 } },
  { key: { organizationId: 1, datasetId: 1, dueAt: 1 } },
];

export interface ReleaseStore {
  /** Inserts a release; does nothing when it exists. */
  insert(release: Release): Promise<void>;
  /** Lists due releases of one dataset: the one that is due first. */
  listDue(now: Date, limit: number): Promise<readonly Release[]>;
  remove(organizationId: string, releaseIds: readonly string[]): Promise<void>;
  removeDataset(organizationId: string, datasetId: string): Promise<void>;
}

interface ReleaseDocument extends Omit<Release, 'id'> {
  readonly _id: string;
}

export function createReleaseStore(db: Db): ReleaseStore {
  const collection = db.collection<ReleaseDocument>(releaseCollection);
  return {
    async insert({ id, ...rest }) {
      await insertNew(collection, { _id: id, ...rest });
    },
    async listDue(now, limit) {
      const first = await collection.findOne({ dueAt: { $lte: now } }, { sort: { dueAt: 1 } });
      if (first === null) return [];
      const { organizationId, datasetId } = first;
      const due = collection.find({ organizationId, datasetId, dueAt: { $lte: now } }).sort({ dueAt: 1 });
      return (await due.limit(limit).toArray()).map(({ _id: id, ...rest }) => ({ id, ...rest }));
    },
    async remove(organizationId, releaseIds) {
      await collection.deleteMany({ _id: { $in: [...releaseIds] }, organizationId });
    },
    async removeDataset(organizationId, datasetId) {
      await collection.deleteMany({ organizationId, datasetId });
    },
  };
}
