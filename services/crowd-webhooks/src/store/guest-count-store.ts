import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';

export const guestCountCollection = 'guest_counts';

/** The database removes counts after their hour. The key of a count names its hour, so nothing depends on the removal. */
export const guestCountIndexes: readonly IndexSpec[] = [{ key: { endsAt: 1 }, expireAfterSeconds: 3_600 }];

interface CountDocument {
  readonly _id: string;
  readonly count: number;
  readonly endsAt: Date;
}

export interface GuestCountStore {
  /** Adds one to a count that is below the limit. Returns false, and changes nothing, when it has reached the limit. */
  count(key: string, limit: number, endsAt: Date): Promise<boolean>;
}

export function createGuestCountStore(db: Db): GuestCountStore {
  const collection = db.collection<CountDocument>(guestCountCollection);
  return {
    async count(key, limit, endsAt) {
      const filter = { _id: key, count: { $lt: limit } };
      const { matchedCount } = await collection.updateOne(filter, { $inc: { count: 1 } });
      if (matchedCount === 1) return true;
      try {
        await collection.insertOne({ _id: key, count: 1, endsAt });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // The count has reached its limit, or another process inserted it since the update.
      return (await collection.updateOne(filter, { $inc: { count: 1 } })).matchedCount === 1;
    },
  };
}
