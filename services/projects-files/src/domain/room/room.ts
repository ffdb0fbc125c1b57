import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import type { DatasetUpload } from '../dataset-upload/dataset-upload.ts';
import { quotaExceeded, tooManyUploads } from './quota-errors.ts';
import type { Reservation, StorageLimits, StorageRecord, StorageUse } from './storage-use.ts';

/** The stores that a count reads. */
export type CountingDeps = Pick<Deps, 'storageUse' | 'files' | 'datasetUploads' | 'derivedObjects' | 'clock'>;
export type QuotaDeps = CountingDeps & Pick<Deps, 'storageLimits'>;

interface Wanted {
  readonly organizationId: string;
  readonly uploadId: string;
  readonly bytes: number;
  /** The number of files. Default: one. */
  readonly files?: number;
}

/**
 * Reserves room before anything is stored; FAILED_PRECONDITION with reason QUOTA_EXCEEDED when there is not so much, and with reason
 * UPLOAD_LIMIT when too many uploads are under way; ABORTED when others change what is used too often. One conditional update
 * decides, so that uploads at the same time never exceed a limit together.
 */
export function reserveQuota(deps: QuotaDeps, wanted: Wanted): Promise<void> {
  return claimQuota(deps, wanted, 'reserve');
}

/** Changes the reservation of an upload to this size, with the same errors. */
export function resizeReservation(deps: QuotaDeps, wanted: Wanted): Promise<void> {
  return claimQuota(deps, wanted, 'resize');
}

/** A usage that stays doubtful is the best that is known. */
const maxRecomputes = 3;

async function claimQuota(
  deps: QuotaDeps,
  { organizationId, uploadId, ...size }: Wanted,
  claim: 'reserve' | 'resize',
): Promise<void> {
  const reservation = { id: uploadId, ...size, at: deps.clock.now() };
  const limits = deps.storageLimits;
  await retryOnConflict(async (number) => {
    if (await deps.storageUse[claim](organizationId, reservation, limits)) return true;
    const record = await deps.storageUse.find(organizationId);
    const isDoubtful = record?.recountSince !== undefined && number < maxRecomputes;
    if (record === undefined || isDoubtful) await recomputeUsage(deps, organizationId);
    else if (record.removals.length > 0) await returnQuota(deps, organizationId);
    else if (!fits(record, reservation, limits))
      throw quotaExceeded(limits, await readUse(deps, organizationId));
    else if (record.reservations.length >= limits.uploads) throw tooManyUploads(limits.uploads);
    return false;
  });
}

/** The room of the caller's organization; undefined for a caller who works in none. */
export async function getStorageUse(
  deps: QuotaDeps,
  { organizationId }: Pick<CallContext, 'organizationId'>,
): Promise<{ readonly limits: StorageLimits; readonly use: StorageUse } | undefined> {
  if (organizationId === '') return undefined;
  return { limits: deps.storageLimits, use: await readUse(deps, organizationId) };
}

/** A record that another process created or recounted meanwhile may have the quota after all. */
function fits(
  { usedBytes, usedFiles, reservations }: StorageRecord,
  { id, bytes, files = 1 }: Reservation,
  limits: StorageLimits,
): boolean {
  const before = reservations.find((reservation) => reservation.id === id);
  const added = { bytes: bytes - (before?.bytes ?? 0), files: files - (before ? (before.files ?? 1) : 0) };
  return (
    (added.bytes <= 0 || usedBytes + added.bytes <= limits.bytes) &&
    (added.files <= 0 || usedFiles + added.files <= limits.files)
  );
}

/** What is used now, without files that were removed. */
async function readUse(deps: QuotaDeps, organizationId: string): Promise<StorageUse> {
  const { removals } = await openCounter(deps, organizationId);
  if (removals.length > 0) await returnQuota(deps, organizationId);
  return openCounter(deps, organizationId);
}

/** The counter of an organization; counts the files of one that has none yet. */
export async function openCounter(deps: CountingDeps, organizationId: string): Promise<StorageRecord> {
  for (;;) {
    const record = await deps.storageUse.find(organizationId);
    if (record !== undefined) return record;
    await recomputeUsage(deps, organizationId);
  }
}

/** Gives back the room of files that were removed: of those that are noted as that, the ones whose documents are gone. */
export async function returnQuota(
  { storageUse, files, derivedObjects }: Pick<Deps, 'storageUse' | 'files' | 'derivedObjects'>,
  organizationId: string,
): Promise<void> {
  for (;;) {
    const counter = await storageUse.find(organizationId);
    if (counter === undefined || counter.removals.length === 0) return;
    const noted = counter.removals.map(({ id }) => id);
    const existing = new Set([
      ...(await files.listExisting(organizationId, noted)),
      ...(await derivedObjects.listExisting(organizationId, noted)),
    ]);
    const gone = counter.removals.filter(({ id }) => !existing.has(id));
    if (gone.length === 0 || (await storageUse.giveBack(counter, gone))) return;
  }
}

/** Longer than any upload lives: such a reservation is nobody's any more. */
const reservedForMs = hours(49);
const recounts = 5;

/**
 * Counts the files of an organization and sets its counter, unless something was reserved, stored or removed meanwhile: then again, and
 * after some attempts later. A file whose upload still holds a reservation counts as that, and one that is being removed as long as it is
 * noted. Resolves to whether the counter was wrong.
 */
export async function recomputeUsage(deps: CountingDeps, organizationId: string): Promise<boolean> {
  const oldest = new Date(deps.clock.now().getTime() - reservedForMs);
  for (let attempt = 0; attempt < recounts; attempt += 1) {
    const before = await deps.storageUse.find(organizationId);
    const uploads = await findReservedUploads(deps, before);
    const open = new Set(uploads.map(({ id }) => id));
    const reservations = (before?.reservations ?? []).filter(({ id, at }) => at > oldest || open.has(id));
    const besides: readonly CountedApart[] = [...reservations, ...(before?.removals ?? [])];
    const apart = besides.map(({ id }) => id);
    const stored = await deps.files.measure(organizationId, [
      ...apart,
      ...uploads.flatMap(({ fileIds }) => fileIds),
    ]);
    const shared = await deps.derivedObjects.measure(
      organizationId,
      reservations.map(({ id }) => id),
      apart,
    );
    const usedBytes = besides.reduce((sum, { bytes }) => sum + bytes, stored.usedBytes + shared.usedBytes);
    const usedFiles = besides.reduce(
      (sum, { files = 1 }) => sum + files,
      stored.usedFiles + shared.usedFiles,
    );
    const replacement = { organizationId, usedBytes, usedFiles, reservations };
    if (!(await deps.storageUse.replace(before, replacement))) continue;
    if (!shared.isCertain) await deps.storageUse.requestRecompute(organizationId, deps.clock.now());
    return before?.usedBytes !== usedBytes || before.usedFiles !== usedFiles;
  }
  return false;
}

/** A reservation or a removal, whose files are not counted as files. */
type CountedApart = Pick<Reservation, 'id' | 'bytes' | 'files'>;

/** Finds the uploads to datasets whose reservation covers their files until it is settled, however long that takes. */
async function findReservedUploads(
  { datasetUploads }: Pick<CountingDeps, 'datasetUploads'>,
  record: StorageRecord | undefined,
): Promise<readonly DatasetUpload[]> {
  if (record === undefined) return [];
  const reserved = record.reservations.filter(({ files }) => files !== undefined).map(({ id }) => id);
  return reserved.length === 0 ? [] : datasetUploads.findMany(record.organizationId, reserved);
}

const batchSize = 100;

/** Gives back the room of files that were removed, and recounts where it was asked for. */
export async function settleUsage(deps: CountingDeps): Promise<void> {
  const { storageUse } = deps;
  for (const organizationId of await storageUse.listWithRemovals(batchSize))
    await returnQuota(deps, organizationId);
  for (const organizationId of await storageUse.listToRecompute(batchSize))
    await recomputeUsage(deps, organizationId);
}
