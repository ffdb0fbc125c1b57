import type { Deps } from '../../deps.ts';
import type { RemovedFiles, StoredSize } from '../file/file.ts';
import { returnQuota, openCounter } from './room.ts';
import type { CountingDeps } from './room.ts';
import { maxRemovals } from './storage-use.ts';
import type { StorageRecord } from './storage-use.ts';

const batchSize = 500;

/**
 * Removes the documents of files; returns how many there were. The room of each is given back once, whoever does this at the
 * same time and whoever died doing it: a file is noted in the counter before its document goes, and `returnQuota` subtracts
 * what is noted and gone. Nobody notes a file that somebody else has removed and given back already: the counter is read before
 * the files are, and takes no note once room was given back after that.
 */
export async function removeFiles(
  deps: CountingDeps,
  organizationId: string,
  removed: RemovedFiles,
): Promise<number> {
  for (let count = 0; ;) {
    const counter = await openCounter(deps, organizationId);
    if (counter.removals.length >= maxRemovals) {
      await finishRemovals(deps, counter);
      continue;
    }
    const sizes = await deps.files.listSizes(organizationId, removed, batchSize);
    if (sizes.length === 0) return count;
    if (!(await noteRemovals(deps, counter, sizes))) continue;
    const fileIds = sizes.map(({ id }) => id);
    count += await deps.files.removeMany(organizationId, fileIds);
    if (counter.removals.length + sizes.length >= batchSize) await returnQuota(deps, organizationId);
    if (sizes.length < batchSize) return count;
  }
}

/** What is noted was to be removed: whoever finds the counter full of it does what others have not come to. */
async function finishRemovals(
  deps: CountingDeps,
  { organizationId, removals }: StorageRecord,
): Promise<void> {
  const fileIds = removals.map(({ id }) => id);
  await deps.files.removeMany(organizationId, fileIds);
  await returnQuota(deps, organizationId);
}

/** False when it has to be tried again with what is there then. */
async function noteRemovals(
  { storageUse }: Pick<Deps, 'storageUse'>,
  counter: StorageRecord,
  sizes: readonly StoredSize[],
): Promise<boolean> {
  const reserved = new Set(counter.reservations.map(({ id }) => id));
  for (const { id, bytes } of sizes) {
    // Its upload is over, whether or not it has come to say so.
    if (reserved.has(id))
      await storageUse.settle(counter.organizationId, id, { usedBytes: bytes, usedFiles: 1 });
  }
  const noted = new Set(counter.removals.map(({ id }) => id));
  const removals = sizes.filter(({ id }) => !noted.has(id));
  return removals.length === 0 || storageUse.noteRemovals(counter, removals);
}
