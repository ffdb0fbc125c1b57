import type { Deps } from '../../deps.ts';

/**
 * Removes what belongs to a deleted file: its document, where the process that deleted it died before, and its objects. Does
 * nothing for a file that was not deleted.
 */
export async function removeFile(
  { tombstones, files, storage, clock }: Pick<Deps, 'tombstones' | 'files' | 'storage' | 'clock'>,
  { organizationId, fileId }: { readonly organizationId: string; readonly fileId: string },
): Promise<void> {
  const tombstone = await tombstones.find(organizationId, fileId);
  if (tombstone?.kind !== 'file') return;
  await files.remove(organizationId, fileId);
  await storage.removeAll(tombstone.storagePrefix);
  await tombstones.finish(tombstone, clock.now());
}
