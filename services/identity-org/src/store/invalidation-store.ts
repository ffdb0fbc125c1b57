import type { Db } from 'mongodb';
import { newId } from '@assay/chassis/ids';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';

/** What changed, so that nothing stated about it before is true. */
export interface Invalidation {
  readonly credentialIds: readonly string[];
  readonly userIds: readonly string[];
  readonly organizationIds: readonly string[];
  readonly at: Date;
}

export interface InvalidationStore {
  insert(invalidation: Invalidation): Promise<void>;
  /** Those from then on, the oldest first. */
  listSince(since: Date): Promise<Invalidation[]>;
}

export const invalidationCollection = 'credential_invalidations';

/** The database deletes them after an hour, long after the last token they concern has ended. */
export const invalidationIndexes: readonly IndexSpec[] = [{ key: { at: 1 }, expireAfterSeconds: 3600 }];

export function createInvalidationStore(db: Db): InvalidationStore {
  const invalidations = db.collection<Invalidation & { readonly _id: string }>(invalidationCollection);
  return {
    async insert(invalidation) {
      await invalidations.insertOne({ _id: newId(), ...invalidation });
    },
    async listSince(since) {
      const found = await invalidations
        .find({ at: { $gte: since } })
        .sort({ at: 1 })
        .toArray();
      return found.map(({ _id, ...invalidation }) => invalidation);
    },
  };
}
