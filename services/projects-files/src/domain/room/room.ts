import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { StorageLimits, StorageUse } from './storage-use.ts';

export type RoomDeps = Pick<Deps, 'storageUse' | 'storageLimits' | 'files' | 'clock'>;

interface Wanted {
  readonly organizationId: string;
  readonly uploadId: string;
  readonly bytes: number;
}

/**
 * Reserves room before anything is stored; FAILED_PRECONDITION with reason QUOTA_EXCEEDED when there is not so much. One
 * conditional update decides, so that uploads at the same time never exceed the limit together.
 */
export async function reserveRoom(
  deps: RoomDeps,
  { organizationId, uploadId, bytes }: Wanted,
): Promise<void> {
  const reservation = { id: uploadId, bytes, at: deps.clock.now() };
  const limits = deps.storageLimits;
  for (let attempt = 0; attempt < reserving; attempt += 1) {
    if (await deps.storageUse.reserve(organizationId, reservation, limits)) return;
    const record = await deps.storageUse.find(organizationId);
    if (record === undefined || record.recountSince !== undefined) await recountRoom(deps, organizationId);
    else if (!fits(record, bytes, limits)) break;
  }
  throw quotaExceeded(limits, await readUse(deps, organizationId));
}

/** A record that somebody else made or recounted meanwhile may have the room after all. */
function fits({ usedBytes, usedFiles }: StorageUse, bytes: number, limits: StorageLimits): boolean {
  return usedBytes + bytes <= limits.bytes && usedFiles < limits.files;
}

/** What is used now; counts the files of an organization that has no counter yet. */
async function readUse(deps: RoomDeps, organizationId: string): Promise<StorageUse> {
  const record = await deps.storageUse.find(organizationId);
  if (record !== undefined) return record;
  await recountRoom(deps, organizationId);
  return (await deps.storageUse.find(organizationId)) ?? { usedBytes: 0, usedFiles: 0 };
}

/** Longer than any upload lives: such a reservation is nobody's any more. */
const reservedForMs = 49 * 3_600_000;
const recounts = 5;
const reserving = 5;

/**
 * Counts the files of an organization and sets its counter, unless something was reserved or stored meanwhile: then again, and
 * after some attempts later. A file whose upload still holds a reservation counts as that.
 */
export async function recountRoom(deps: RoomDeps, organizationId: string): Promise<void> {
  const oldest = new Date(deps.clock.now().getTime() - reservedForMs);
  for (let attempt = 0; attempt < recounts; attempt += 1) {
    const before = await deps.storageUse.find(organizationId);
    const reservations = (before?.reservations ?? []).filter(({ at }) => at > oldest);
    const reservedIds = reservations.map(({ id }) => id);
    const stored = await deps.files.measure(organizationId, reservedIds);
    const counted = {
      usedBytes: reservations.reduce((sum, { bytes }) => sum + bytes, stored.usedBytes),
      usedFiles: stored.usedFiles + reservations.length,
    };
    const replacement = { ...counted, organizationId, reservations };
    if (await deps.storageUse.replace(before, replacement)) return;
  }
}

const batchSize = 100;

/** Recounts where files were deleted. Returns how many organizations there were. */
export async function recountRooms(deps: RoomDeps): Promise<number> {
  const organizationIds = await deps.storageUse.listToRecount(batchSize);
  for (const organizationId of organizationIds) await recountRoom(deps, organizationId);
  return organizationIds.length;
}

function quotaExceeded(limits: StorageLimits, { usedBytes, usedFiles }: StorageUse): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'QUOTA_EXCEEDED', 'the room of the organization is full', {
    details: { limitBytes: limits.bytes, usedBytes, limitFiles: limits.files, usedFiles },
  });
}
