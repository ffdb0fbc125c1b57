import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { removeFiles } from '../room/remove-files.ts';
import type { CountingDeps } from '../room/room.ts';
import type { File } from './file.ts';
import { requireProjectFile } from './dataset-file.ts';
import { getFile } from './get-file.ts';

/**
 * Deletes a file: with its tombstone the deletion is decided, and whatever this process does not do any more is done when it is
 * announced. NOT_FOUND for a file of another organization, FAILED_PRECONDITION with reason DATASET_FILE for a file of a dataset. Returns the
 * file as it was.
 */
export async function deleteFile(
  deps: CountingDeps & Pick<Deps, 'tombstones'>,
  call: CallContext,
  fileId: string,
): Promise<File> {
  const file = requireProjectFile(await getFile(deps, call, { fileId }));
  const { id, organizationId, projectId, storageKey: storagePrefix } = file;
  const tombstone = { id, kind: 'file', organizationId, projectId, storagePrefix } as const;
  await deps.tombstones.insert({ ...tombstone, deletedAt: deps.clock.now() }, call);
  await removeFiles(deps, organizationId, { fileId });
  deps.tombstones.announce(id);
  return file;
}
