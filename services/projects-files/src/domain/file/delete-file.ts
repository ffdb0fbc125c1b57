import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { File } from './file.ts';
import { removeFiles } from '../room/remove-files.ts';
import { getFile } from './get-file.ts';

/**
 * Deletes a file: with its tombstone the deletion is decided, and whatever this process does not do any more is done when it is
 * announced. NOT_FOUND for a file of another organization. Returns the file as it was.
 */
export async function deleteFile(
  deps: Pick<Deps, 'files' | 'storageUse' | 'tombstones' | 'clock'>,
  call: CallContext,
  fileId: string,
): Promise<File> {
  const file = await getFile(deps, call, { fileId });
  const { id, organizationId, projectId, storageKey: storagePrefix } = file;
  const tombstone = { id, kind: 'file', organizationId, projectId, storagePrefix } as const;
  await deps.tombstones.insert({ ...tombstone, deletedAt: deps.clock.now() }, call);
  await removeFiles(deps, organizationId, { fileId });
  deps.tombstones.announce(id);
  return file;
}
