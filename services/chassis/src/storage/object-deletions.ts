import type { Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import type { PeriodicTask } from '../process/periodic-task.ts';
import type { ObjectStorage } from './object-storage.ts';

export const objectDeletionCollection = 'object_deletions';

/** The stored name of the field with the time of the first request. */
const requestedAt = 'askedAt';

export const objectDeletionIndexes: readonly IndexSpec[] = [{ key: { [requestedAt]: 1 } }];

interface ObjectDeletionDocument {
  /** The prefix of the keys of the objects. */
  readonly _id: string;
  readonly organizationId: string;
  readonly [requestedAt]: Date;
}

/**
 * Deletes objects that no document refers to any more. The deletion is delayed, because a running backup may still
 * copy objects that its databases refer to.
 */
export interface ObjectDeletions {
  /**
   * Schedules the deletion of all objects with this key prefix. The delay starts with the first call; without a delay
   * it deletes at once. May be called again, also after the deletion.
   */
  schedule(organizationId: string, prefix: string): Promise<void>;
  /** Deletes the objects that are due and returns the number of prefixes. It is safe in many processes at once. */
  deleteDue(): Promise<number>;
}

interface ObjectDeletionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<ObjectStorage, 'removeAll'>;
}

const batchSize = 100;

export function createObjectDeletions(
  { db, clock, storage }: ObjectDeletionDeps,
  { delayMs }: { readonly delayMs: number },
): ObjectDeletions {
  const deletions = db.collection<ObjectDeletionDocument>(objectDeletionCollection);
  return {
    async schedule(organizationId, prefix) {
      if (delayMs === 0) {
        await storage.removeAll(prefix);
        return;
      }
      const $setOnInsert = { organizationId, [requestedAt]: clock.now() };
      await deletions.updateOne({ _id: prefix }, { $setOnInsert }, { upsert: true });
    },
    async deleteDue() {
      const before = new Date(clock.now().getTime() - delayMs);
      const due = deletions
        .find({ [requestedAt]: { $lte: before } })
        .sort({ [requestedAt]: 1 })
        .limit(batchSize);
      let deleted = 0;
      for (const { _id: prefix, organizationId } of await due.toArray()) {
        await storage.removeAll(prefix);
        await deletions.deleteOne({ _id: prefix, organizationId });
        deleted += 1;
      }
      return deleted;
    },
  };
}

export function objectDeletionTask(deletions: ObjectDeletions): PeriodicTask {
  const deleteAll = async (): Promise<void> => {
    while ((await deletions.deleteDue()) > 0);
  };
  return { name: 'deletion of objects', everyMs: 60_000, role: 'worker', run: deleteAll };
}
