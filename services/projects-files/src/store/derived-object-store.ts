import type { Collection, Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { StorageUse } from '../domain/room/storage-use.ts';
import type { DerivedObject, Hold, ObjectClaim } from '../domain/derived-object/derived-object.ts';

export const derivedObjectCollection = 'derived_objects';

export const derivedObjectIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, reservation: 1 } },
  { key: { checkAt: 1 }, sparse: true },
];

/**
 * The objects that files derived from datasets share: one document for each object, which counts towards the storage quota. Files name
 * their object by its key. A document whose `checkAt` is over may have lost its last name.
 */
export interface DerivedObjectStore {
  /** Inserts an object, or takes it over for a call that is about to name it. Returns true if it is new. */
  hold(object: DerivedObject, hold: Hold): Promise<boolean>;
  /** Ends a hold after the files were inserted. */
  confirm(organizationId: string, keys: readonly string[], token: string): Promise<void>;
  /** Removes the new objects of a hold, except those that another call holds. */
  undo(organizationId: string, token: string): Promise<void>;
  /** Has objects checked, because files that name them are about to be removed. */
  requestCheck(organizationId: string, keys: readonly string[], check: Hold): Promise<void>;
  /** Lists the objects of all organizations that are to be checked. */
  listToCheck(now: Date, limit: number): Promise<readonly DerivedObject[]>;
  /** Ends the reservation of an object whose call died. */
  endReservation(object: DerivedObject): Promise<void>;
  /** Claims an object for its removal; undefined while a call holds it, or another process removes it. */
  claim(
    place: Pick<DerivedObject, 'organizationId' | 'key'>,
    claim: ObjectClaim,
  ): Promise<DerivedObject | undefined>;
  isClaimed(place: Pick<DerivedObject, 'organizationId' | 'key'>, token: string): Promise<boolean>;
  /** Keeps a claimed object, because a file names it. */
  keep(place: Pick<DerivedObject, 'organizationId' | 'key'>, token: string): Promise<void>;
  /** Removes a claimed object. Returns false when a call holds it again. */
  remove(place: Pick<DerivedObject, 'organizationId' | 'key'>, token: string): Promise<boolean>;
  /** Returns true if the object exists and is not being removed. */
  readonly isKept: (organizationId: string, key: string) => Promise<boolean>;
  /** Returns the keys that exist. */
  listExisting(organizationId: string, keys: readonly string[]): Promise<readonly string[]>;
  /** Counts the objects that no reservation counts. `isCertain` is false while one may count itself: its reservation is not among these. */
  measure(
    organizationId: string,
    reservations: readonly string[],
    without: readonly string[],
  ): Promise<Measured>;
}

interface Measured extends StorageUse {
  readonly isCertain: boolean;
}

interface DerivedObjectDocument {
  /** The key of the object. */
  readonly _id: string;
  readonly organizationId: string;
  readonly sizeBytes: number;
  /** The reservation that counts the object; missing once the object counts itself. */
  readonly reservation?: string | null;
  /** The call that is about to name the object. */
  readonly hold?: string;
  readonly checkAt?: Date | null;
  /** The claim of the process that removes the object. */
  readonly removal?: string;
}

const missing = null;

export function createDerivedObjectStore(db: Db): DerivedObjectStore {
  const objects = db.collection<DerivedObjectDocument>(derivedObjectCollection);
  return {
    ...createHolds(objects),
    ...createRemovals(objects),
    async isKept(organizationId, key) {
      const found = await objects.findOne({ _id: key, organizationId });
      return found !== null && found.removal === undefined;
    },
    async listExisting(organizationId, keys) {
      const found = objects.find({ _id: { $in: [...keys] }, organizationId }, { projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async measure(organizationId, reservations, without) {
      const [found] = await objects
        .aggregate<StorageUse>([
          { $match: { organizationId, reservation: missing, _id: { $nin: [...without] } } },
          { $group: { _id: null, usedBytes: { $sum: '$sizeBytes' }, usedFiles: { $sum: 1 } } },
        ])
        .toArray();
      const unsettled = { organizationId, reservation: { $gt: '', $nin: [...reservations] } };
      const isCertain = (await objects.findOne(unsettled, { projection: { _id: 1 } })) === null;
      return { usedBytes: found?.usedBytes ?? 0, usedFiles: found?.usedFiles ?? 0, isCertain };
    },
  };
}

type Holds = Pick<DerivedObjectStore, 'hold' | 'confirm' | 'undo' | 'requestCheck' | 'endReservation'>;

function createHolds(objects: Collection<DerivedObjectDocument>): Holds {
  return {
    async hold({ key: _id, organizationId, sizeBytes }, { token, checkAt }) {
      for (;;) {
        const held = { hold: token, checkAt };
        if (await insertNew(objects, { _id, organizationId, sizeBytes, reservation: token, ...held }))
          return true;
        const { matchedCount } = await objects.updateOne(
          { _id, organizationId },
          { $set: held, $unset: { removal: true } },
        );
        // Otherwise it was removed between the two writes.
        if (matchedCount === 1) return false;
      }
    },
    async confirm(organizationId, keys, token) {
      const own = { _id: { $in: [...keys] }, organizationId };
      await objects.updateMany({ ...own, reservation: token }, { $unset: { reservation: true } });
      await objects.updateMany(
        { ...own, hold: token, reservation: missing },
        { $unset: { hold: true, checkAt: true } },
      );
    },
    async undo(organizationId, token) {
      await objects.deleteMany({ organizationId, reservation: token, hold: token });
    },
    async requestCheck(organizationId, keys, { token, checkAt }) {
      const named = { _id: { $in: [...keys] }, organizationId };
      await objects.updateMany({ ...named, checkAt: missing }, { $set: { checkAt } });
      // The call that holds the object does not end the check any more.
      await objects.updateMany({ ...named, checkAt: { $gt: checkAt } }, { $set: { hold: token } });
    },
    async endReservation({ key: _id, organizationId, reservation }) {
      if (reservation === undefined) return;
      await objects.updateOne({ _id, organizationId, reservation }, { $unset: { reservation: true } });
    },
  };
}

type Removals = Pick<DerivedObjectStore, 'listToCheck' | 'claim' | 'isClaimed' | 'keep' | 'remove'>;

function createRemovals(objects: Collection<DerivedObjectDocument>): Removals {
  return {
    async listToCheck(now, limit) {
      const due = objects.find({ checkAt: { $lte: now } }).sort({ checkAt: 1 });
      return (await due.limit(limit).toArray()).map(toObject);
    },
    async claim({ key: _id, organizationId }, { token, now, claimedUntil }) {
      const found = await objects.findOneAndUpdate(
        { _id, organizationId, checkAt: { $not: { $gt: now } }, reservation: missing },
        { $set: { removal: token, checkAt: claimedUntil } },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toObject(found);
    },
    async isClaimed({ key: _id, organizationId }, removal) {
      return (await objects.findOne({ _id, organizationId, removal })) !== null;
    },
    async keep({ key: _id, organizationId }, removal) {
      await objects.updateOne({ _id, organizationId, removal }, { $unset: { removal: true, checkAt: true } });
    },
    async remove({ key: _id, organizationId }, removal) {
      return (await objects.deleteOne({ _id, organizationId, removal })).deletedCount === 1;
    },
  };
}

function toObject({
  _id: key,
  organizationId,
  sizeBytes,
  reservation,
}: DerivedObjectDocument): DerivedObject {
  return { key, organizationId, sizeBytes, reservation: reservation ?? undefined };
}
