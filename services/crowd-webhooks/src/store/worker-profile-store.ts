import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { ProfileChanges, WorkerProfile } from '../domain/crowd/worker/worker-profile.ts';
import { toProfile, toProfileFields } from './profile-fields.ts';
import type { ProfileFields } from './profile-fields.ts';

export const workerProfileCollection = 'worker_profiles';

/** A profile is found by its id, the id of the user. */
export const workerProfileIndexes: readonly IndexSpec[] = [];

type ProfileDocument = { readonly _id: string } & Partial<ProfileFields>;

/** The profiles of users. They belong to no organization. */
export interface WorkerProfileStore {
  find(userId: string): Promise<WorkerProfile | undefined>;
  update(userId: string, changes: ProfileChanges): Promise<WorkerProfile>;
}

export function createWorkerProfileStore(db: Db): WorkerProfileStore {
  const collection = db.collection<ProfileDocument>(workerProfileCollection);
  return {
    async find(userId) {
      const found = await collection.findOne({ _id: userId });
      return found === null ? undefined : toProfile(found);
    },
    async update(userId, changes) {
      const change = { $set: toProfileFields(changes) };
      const options = { upsert: true, returnDocument: 'after' } as const;
      const stored = await collection.findOneAndUpdate({ _id: userId }, change, options);
      return toProfile(stored ?? {});
    },
  };
}
