import type { Deps } from '../../deps.ts';
import type { CountingDeps } from '../room/room.ts';
import { removeDeletedFiles } from './remove-deleted-files.ts';

type RemoveFileDeps = CountingDeps & Pick<Deps, 'tombstones' | 'comments' | 'renditions' | 'objectDeletions'>;

/**
 * Removes what belongs to a deleted file: comments about it, its document, where the process that deleted it died before, and in
 * time its objects. Does nothing for a file that was not deleted.
 */
export async function removeFile(
  deps: RemoveFileDeps,
  { organizationId, fileId }: { readonly organizationId: string; readonly fileId: string },
): Promise<void> {
  const { tombstones, comments, objectDeletions, clock } = deps;
  const tombstone = await tombstones.find(organizationId, fileId);
  if (tombstone?.kind !== 'file') return;
  await removeDeletedFiles(deps, tombstone, { fileId });
  await comments.removeAbout(organizationId, { fileId });
  await deps.renditions.remove(organizationId, tombstone.storagePrefix);
  await objectDeletions.schedule(organizationId, tombstone.storagePrefix);
  await tombstones.finish(tombstone, clock.now());
}
