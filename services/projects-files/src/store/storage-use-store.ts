import type { Collection, Db } from 'mongodb';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Reservation, StorageLimits, StorageRecord } from '../domain/room/storage-use.ts';

export const storageUseCollection = 'storage_use';

export const storageUseIndexes: readonly IndexSpec[] = [{ key: { recountSince: 1 }, sparse: true }];

/** How much each organization has stored and reserved. */
export interface StorageUseStore {
  find(organizationId: string): Promise<StorageRecord | undefined>;
  /** False when there is not so much room, or no record yet. Reserving again under the same id changes nothing. */
  reserve(organizationId: string, reservation: Reservation, limits: StorageLimits): Promise<boolean>;
  /** Makes a reservation what was stored, nothing when nothing was; once, however often it is asked for. */
  settle(organizationId: string, uploadId: string, storedBytes: number | undefined): Promise<void>;
  /** Remembers that files were deleted. */
  askForRecount(organizationId: string, now: Date): Promise<void>;
  listToRecount(limit: number): Promise<readonly string[]>;
  /** Sets what was counted; false when the record has changed since. */
  replace(before: StorageRecord | undefined, counted: Counted): Promise<boolean>;
}

type Counted = Pick<StorageRecord, 'organizationId' | 'usedBytes' | 'usedFiles' | 'reservations'>;

interface StorageUseDocument extends Omit<StorageRecord, 'organizationId' | 'recountSince' | 'reservations'> {
  readonly _id: string;
  readonly reservations: Reservation[];
  readonly recountSince?: Date;
}

export function createStorageUseStore(db: Db): StorageUseStore {
  const collection = db.collection<StorageUseDocument>(storageUseCollection);
  return {
    ...createRecounts(collection),
    async find(organizationId) {
      const found = await collection.findOne({ _id: organizationId });
      if (found === null) return undefined;
      const { _id, recountSince, ...rest } = found;
      return { ...rest, organizationId: _id, recountSince };
    },
    async reserve(organizationId, reservation, limits) {
      const { id, bytes } = reservation;
      const { matchedCount } = await collection.updateOne(
        {
          _id: organizationId,
          usedBytes: { $lte: limits.bytes - bytes },
          usedFiles: { $lte: limits.files - 1 },
          'reservations.id': { $ne: id },
        },
        {
          $push: { reservations: reservation },
          $inc: { usedBytes: bytes, usedFiles: 1, revision: 1 },
        },
      );
      if (matchedCount === 1) return true;
      return (await collection.findOne({ _id: organizationId, 'reservations.id': id })) !== null;
    },
    async settle(organizationId, uploadId, storedBytes) {
      const found = await collection.findOne({ _id: organizationId, 'reservations.id': uploadId });
      const reserved = found?.reservations.find(({ id }) => id === uploadId);
      if (reserved === undefined) return;
      const $inc = {
        usedBytes: (storedBytes ?? 0) - reserved.bytes,
        usedFiles: storedBytes === undefined ? -1 : 0,
        revision: 1,
      };
      const $pull = { reservations: { id: uploadId } };
      await collection.updateOne({ _id: organizationId, 'reservations.id': uploadId }, { $pull, $inc });
    },
  };
}

type Recounts = Pick<StorageUseStore, 'askForRecount' | 'listToRecount' | 'replace'>;

function createRecounts(collection: Collection<StorageUseDocument>): Recounts {
  return {
    async askForRecount(organizationId, now) {
      await collection.updateOne(
        { _id: organizationId },
        { $set: { recountSince: now }, $inc: { revision: 1 } },
      );
    },
    async listToRecount(limit) {
      const waiting = collection.find({ recountSince: { $gt: new Date(0) } }).sort({ recountSince: 1 });
      return (await waiting.limit(limit).toArray()).map(({ _id }) => _id);
    },
    async replace(before, { organizationId: _id, usedBytes, usedFiles, reservations }) {
      const counted = { usedBytes, usedFiles, reservations: [...reservations] };
      if (before === undefined) return insertNew(collection, { _id, ...counted, revision: 1 });
      const { matchedCount } = await collection.updateOne(
        { _id, revision: before.revision },
        { $set: counted, $inc: { revision: 1 }, $unset: { recountSince: '' } },
      );
      return matchedCount === 1;
    },
  };
}
