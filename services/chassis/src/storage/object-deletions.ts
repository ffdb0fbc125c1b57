import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import type { PeriodicTask } from '../process/periodic-task.ts';
import { minutes } from '../units.ts';
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
  /** How often it was requested again. */
  readonly repetitions?: number;
  /** The deletion in progress, and when its process is regarded as dead. */
  readonly claim?: string;
  readonly claimedUntil?: Date;
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
  /**
   * Cancels scheduled deletions, after the objects were named again. It waits for deletions in progress, so an object that is written
   * afterwards stays. Rejects with UNAVAILABLE when a deletion takes too long.
   */
  cancel(organizationId: string, prefixes: readonly string[]): Promise<void>;
  /** Deletes the objects that are due and returns the number of prefixes. It is safe in many processes at once. */
  deleteDue(): Promise<number>;
}

interface ObjectDeletionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<ObjectStorage, 'removeAll'>;
}

interface ObjectDeletionOptions {
  readonly delayMs: number;
  /** Returns true if a document names the objects again, so that they stay. Default: none does. */
  readonly isNamed?: (organizationId: string, prefix: string) => Promise<boolean>;
}

const batchSize = 100;
/** Longer than any request to the storage takes, also one that was not answered. */
const claimMs = minutes(1);

export function createObjectDeletions(
  { db, clock, storage }: ObjectDeletionDeps,
  { delayMs, isNamed = () => Promise.resolve(false) }: ObjectDeletionOptions,
): ObjectDeletions {
  const deletions = db.collection<ObjectDeletionDocument>(objectDeletionCollection);

  /** Claims a deletion before it checks the names, so that a name that comes later waits in `cancel`. */
  async function deleteNow({ _id, organizationId }: Place): Promise<boolean> {
    const claimed = await claimDeletion(deletions, { _id, organizationId }, clock.now());
    if (claimed === undefined) return false;
    if (!(await isNamed(organizationId, _id))) await storage.removeAll(_id);
    await endDeletion(deletions, claimed);
    return true;
  }

  return {
    async schedule(organizationId, prefix) {
      await deletions.updateOne(
        { _id: prefix },
        { $setOnInsert: { organizationId, [requestedAt]: clock.now() }, $inc: { repetitions: 1 } },
        { upsert: true },
      );
      if (delayMs === 0) await deleteNow({ _id: prefix, organizationId });
    },
    cancel: (organizationId, prefixes) => cancelDeletions(deletions, clock, { organizationId, prefixes }),
    async deleteDue() {
      const before = new Date(clock.now().getTime() - delayMs);
      const due = deletions
        .find({ [requestedAt]: { $lte: before } })
        .sort({ [requestedAt]: 1 })
        .limit(batchSize);
      let deleted = 0;
      for (const place of await due.toArray()) if (await deleteNow(place)) deleted += 1;
      return deleted;
    },
  };
}

type Place = Pick<ObjectDeletionDocument, '_id' | 'organizationId'>;

/** Returns the deletion; undefined while another process carries it out, or when it was cancelled. */
async function claimDeletion(
  deletions: Collection<ObjectDeletionDocument>,
  { _id, organizationId }: Place,
  now: Date,
): Promise<ObjectDeletionDocument | undefined> {
  const claimed = await deletions.findOneAndUpdate(
    { _id, organizationId, claimedUntil: { $not: { $gt: now } } },
    { $set: { claim: newId(), claimedUntil: new Date(now.getTime() + claimMs) } },
    { returnDocument: 'after' },
  );
  return claimed ?? undefined;
}

/** Removes the deletion. One that was requested again meanwhile is repeated, since objects may have been added. */
async function endDeletion(
  deletions: Collection<ObjectDeletionDocument>,
  { _id, organizationId, claim, repetitions }: ObjectDeletionDocument,
): Promise<void> {
  const own = { _id, organizationId, ...(claim !== undefined && { claim }) };
  const { deletedCount } = await deletions.deleteOne({
    ...own,
    repetitions: repetitions ?? { $exists: false },
  });
  if (deletedCount === 0) await deletions.updateOne(own, { $unset: { claim: true, claimedUntil: true } });
}

const cancelTimeoutMs = 10_000;
const cancelPauseMs = 50;

async function cancelDeletions(
  deletions: Collection<ObjectDeletionDocument>,
  clock: Clock,
  { organizationId, prefixes }: { readonly organizationId: string; readonly prefixes: readonly string[] },
): Promise<void> {
  const scheduled = { _id: { $in: [...prefixes] }, organizationId };
  const deadline = performance.now() + cancelTimeoutMs;
  for (;;) {
    await deletions.deleteMany({ ...scheduled, claimedUntil: { $not: { $gt: clock.now() } } });
    if ((await deletions.findOne(scheduled, { projection: { _id: 1 } })) === null) return;
    if (performance.now() > deadline) {
      throw new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'The object is being deleted. Try again later.');
    }
    await pause(cancelPauseMs);
  }
}

export function objectDeletionTask(deletions: ObjectDeletions): PeriodicTask {
  const deleteAll = async (): Promise<void> => {
    while ((await deletions.deleteDue()) > 0);
  };
  return { name: 'deletion of objects', everyMs: 60_000, role: 'worker', run: deleteAll };
}
