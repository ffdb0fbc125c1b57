import type { Deps } from '../../deps.ts';
import { removeDeletedFiles } from './remove-deleted-files.ts';

type RemoveFileDeps = Pick<
  Deps,
  'tombstones' | 'files' | 'storageUse' | 'comments' | 'objectDeletions' | 'clock'
>;

/**
 * Removes what belongs to a deleted file: comments about it, its document, where the process that deleted it died before, and in
 * time its objects. Does nothing for a file that was not deleted.
 */
export async function removeFile(
  { tombstones, files, storageUse, comments, objectDeletions, clock }: RemoveFileDeps,
  { organizationId, fileId }: { readonly organizationId: string; readonly fileId: string },
): Promise<void> {
  const tombstone = await tombstones.find(organizationId, fileId);
  if (tombstone?.kind !== 'file') return;
  await removeDeletedFiles({ files, storageUse, clock }, tombstone, { fileId });
  await comments.removeAbout(organizationId, { fileId });
  await objectDeletions.schedule(organizationId, tombstone.storagePrefix);
  await tombstones.finish(tombstone, clock.now());
}
