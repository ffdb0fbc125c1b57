import type { Collection, Db } from 'mongodb';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { maxRemovals } from '../domain/room/storage-use.ts';
import type {
  Removal,
  Reservation,
  StorageLimits,
  StorageRecord,
  StorageUse,
} from '../domain/room/storage-use.ts';

export const storageUseCollection = 'storage_use';

export const storageUseIndexes: readonly IndexSpec[] = [
  { key: { recountSince: 1 }, sparse: true },
  { key: { 'removals.id': 1 }, sparse: true },
];

/** How much each organization has stored and reserved. */
export interface StorageUseStore {
  find(organizationId: string): Promise<StorageRecord | undefined>;
  /** False when there is not so much room, no record yet, or no more reservation may be added. Reserving again under the same id changes nothing. */
  reserve(organizationId: string, reservation: Reservation, limits: StorageLimits): Promise<boolean>;
  /** Changes a reservation. Returns false when it is missing, changed at the same time, or exceeds the quota. */
  resize(organizationId: string, reservation: Reservation, limits: StorageLimits): Promise<boolean>;
  /** Makes a reservation what was stored, nothing when nothing was; once, however often it is asked for. */
  settle(organizationId: string, uploadId: string, stored: StorageUse | undefined): Promise<void>;
  /**
   * Notes files whose documents are about to go, which were read after the record was. False, and nothing has changed, when room
   * was given back meanwhile, when one of them is noted already or its room is still reserved, or when {@link maxRemovals} are noted.
   */
  noteRemovals(record: StorageRecord, removals: readonly Removal[]): Promise<boolean>;
  /** Subtracts noted files whose documents are gone; false, and nothing has changed, when room was given back since the record was read. */
  giveBack(record: StorageRecord, removals: readonly Removal[]): Promise<boolean>;
  /** Forgets that a file was to be removed. */
  dropRemoval(organizationId: string, id: string): Promise<void>;
  /** Organizations with noted files. */
  listWithRemovals(limit: number): Promise<readonly string[]>;
  /** Remembers that the counter may be wrong. */
  requestRecompute(organizationId: string, now: Date): Promise<void>;
  listToRecompute(limit: number): Promise<readonly string[]>;
  /** Every organization that has a counter. */
  organizationIds(): AsyncIterable<string>;
  /** Sets what was counted; false when the record has changed since. */
  replace(before: StorageRecord | undefined, counted: Counted): Promise<boolean>;
}

type Counted = Pick<StorageRecord, 'organizationId' | 'usedBytes' | 'usedFiles' | 'reservations'>;

type Optional = 'removals' | 'returns' | 'recountSince';

/** Removals and returns are missing where no file was deleted yet. */
interface StorageUseDocument extends Omit<StorageRecord, 'organizationId' | 'reservations' | Optional> {
  readonly _id: string;
  readonly reservations: Reservation[];
  readonly removals?: Removal[];
  readonly returns?: number;
  readonly recountSince?: Date;
}

export function createStorageUseStore(db: Db): StorageUseStore {
  const collection = db.collection<StorageUseDocument>(storageUseCollection);
  return {
    ...createRecounts(collection),
    ...createReturns(collection),
    async find(organizationId) {
      const found = await collection.findOne({ _id: organizationId });
      if (found === null) return undefined;
      const { _id, removals = [], returns = 0, recountSince, ...rest } = found;
      return { ...rest, organizationId: _id, removals, returns, recountSince };
    },
    async reserve(organizationId, reservation, limits) {
      const { id, bytes, files = 1 } = reservation;
      const { matchedCount } = await collection.updateOne(
        {
          _id: organizationId,
          usedBytes: { $lte: limits.bytes - bytes },
          usedFiles: { $lte: limits.files - files },
          'reservations.id': { $ne: id },
          [`reservations.${(limits.uploads - 1).toString()}`]: { $exists: false },
        },
        {
          $push: { reservations: reservation },
          $inc: { usedBytes: bytes, usedFiles: files, revision: 1 },
        },
      );
      if (matchedCount === 1) return true;
      return (await collection.findOne({ _id: organizationId, 'reservations.id': id })) !== null;
    },
    resize: (organizationId, reservation, limits) =>
      resizeReservation(collection, { organizationId, reservation, limits }),
    async settle(organizationId, uploadId, stored) {
      const found = await collection.findOne({ _id: organizationId, 'reservations.id': uploadId });
      const reserved = found?.reservations.find(({ id }) => id === uploadId);
      if (reserved === undefined) return;
      const $inc = {
        usedBytes: (stored?.usedBytes ?? 0) - reserved.bytes,
        usedFiles: (stored?.usedFiles ?? 0) - (reserved.files ?? 1),
        revision: 1,
      };
      const $pull = { reservations: { id: uploadId } };
      await collection.updateOne({ _id: organizationId, ...matchReservation(reserved) }, { $pull, $inc });
    },
  };
}

interface Resizing {
  readonly organizationId: string;
  readonly reservation: Reservation;
  readonly limits: StorageLimits;
}

async function resizeReservation(
  collection: Collection<StorageUseDocument>,
  { organizationId: _id, reservation: { id, bytes, files = 1 }, limits }: Resizing,
): Promise<boolean> {
  const found = await collection.findOne({ _id, 'reservations.id': id });
  const reserved = found?.reservations.find((one) => one.id === id);
  if (reserved === undefined) return false;
  const added = { bytes: bytes - reserved.bytes, files: files - (reserved.files ?? 1) };
  const { matchedCount } = await collection.updateOne(
    {
      _id,
      ...matchReservation(reserved),
      ...(added.bytes > 0 && { usedBytes: { $lte: limits.bytes - added.bytes } }),
      ...(added.files > 0 && { usedFiles: { $lte: limits.files - added.files } }),
    },
    {
      $set: { 'reservations.$[own].bytes': bytes, 'reservations.$[own].files': files },
      $inc: { usedBytes: added.bytes, usedFiles: added.files, revision: 1 },
    },
    { arrayFilters: [{ 'own.id': id }] },
  );
  return matchedCount === 1;
}

/** Matches a reservation that is unchanged since it was read. */
function matchReservation({ id, bytes, files }: Reservation) {
  return { reservations: { $elemMatch: { id, bytes, ...(files !== undefined && { files }) } } };
}

type Returns = Pick<StorageUseStore, 'noteRemovals' | 'dropRemoval' | 'giveBack' | 'listWithRemovals'>;

function createReturns(collection: Collection<StorageUseDocument>): Returns {
  return {
    async noteRemovals(record, removals) {
      const ids = removals.map(({ id }) => id);
      const { matchedCount } = await collection.updateOne(
        {
          ...asReturned(record),
          'removals.id': { $nin: ids },
          'reservations.id': { $nin: ids },
          [`removals.${(maxRemovals - 1).toString()}`]: { $exists: false },
        },
        { $push: { removals: { $each: [...removals] } }, $inc: { revision: 1 } },
      );
      return matchedCount === 1;
    },
    async giveBack(record, removals) {
      const ids = removals.map(({ id }) => id);
      const bytes = removals.reduce((sum, removal) => sum + removal.bytes, 0);
      const { matchedCount } = await collection.updateOne(asReturned(record), {
        $pull: { removals: { id: { $in: ids } } },
        $inc: { usedBytes: -bytes, usedFiles: -removals.length, returns: 1, revision: 1 },
      });
      return matchedCount === 1;
    },
    async dropRemoval(organizationId, id) {
      await collection.updateOne(
        { _id: organizationId },
        { $pull: { removals: { id } }, $inc: { revision: 1 } },
      );
    },
    async listWithRemovals(limit) {
      const found = collection.find({ 'removals.id': { $gt: '' } }, { projection: { _id: 1 } });
      return (await found.limit(limit).toArray()).map(({ _id }) => _id);
    },
  };
}

/** The record, unless room was given back since it was read. */
function asReturned({ organizationId: _id, returns }: StorageRecord) {
  return { _id, returns: returns === 0 ? { $not: { $gt: 0 } } : returns };
}

type Recounts = Pick<StorageUseStore, 'requestRecompute' | 'listToRecompute' | 'organizationIds' | 'replace'>;

function createRecounts(collection: Collection<StorageUseDocument>): Recounts {
  return {
    async requestRecompute(organizationId, now) {
      await collection.updateOne(
        { _id: organizationId },
        { $set: { recountSince: now }, $inc: { revision: 1 } },
      );
    },
    async listToRecompute(limit) {
      const waiting = collection.find({ recountSince: { $gt: new Date(0) } }).sort({ recountSince: 1 });
      return (await waiting.limit(limit).toArray()).map(({ _id }) => _id);
    },
    async *organizationIds() {
      for await (const { _id } of collection.find({}, { projection: { _id: 1 } })) yield _id;
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
