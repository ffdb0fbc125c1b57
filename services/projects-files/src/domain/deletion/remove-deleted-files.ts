import type { RemovedFiles } from '../file/file.ts';
import { removeFiles } from '../room/remove-files.ts';
import type { CountingDeps } from '../room/room.ts';
import type { RememberedTombstone } from './tombstone.ts';

/**
 * Removes the documents of deleted files that are there. One that came back after the deletion was over was stored by the second of two
 * completions of an upload, which had no room reserved any more: then the files are counted.
 */
export async function removeDeletedFiles(
  deps: CountingDeps,
  { organizationId, isFinished }: RememberedTombstone,
  removed: RemovedFiles,
): Promise<void> {
  const count = await removeFiles(deps, organizationId, removed);
  if (count > 0 && isFinished) await deps.storageUse.requestRecompute(organizationId, deps.clock.now());
}
