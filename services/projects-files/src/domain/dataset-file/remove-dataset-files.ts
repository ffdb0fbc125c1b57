import { newId } from '@assay/chassis/ids';
import { releaseObjects } from '../derived-object/release-objects.ts';
import type { ReleaseDeps } from '../derived-object/release-objects.ts';
import { removeFiles } from '../room/remove-files.ts';

const batchSize = 500;

interface RemovedDatasetFiles {
  readonly organizationId: string;
  readonly datasetId: string;
  /** Undefined: all files of the dataset. */
  readonly fileIds?: readonly string[] | undefined;
}

/**
 * Removes the records of files of a dataset, returns their quota once, and schedules the deletion of their objects, unless another
 * record names them. Any number of calls may do this at once; a call that died is completed by the next one.
 */
export async function removeDatasetFiles(
  deps: ReleaseDeps,
  { organizationId, datasetId, fileIds }: RemovedDatasetFiles,
): Promise<void> {
  for (;;) {
    const files = await deps.datasetFiles.listObjects(organizationId, { datasetId, fileIds }, batchSize);
    const raw = files.filter(({ isShared }) => !isShared);
    // The object is found by its record alone, so the record goes last.
    for (const { storageKey } of raw) {
      await deps.renditions.remove(organizationId, storageKey);
      await deps.objectDeletions.schedule(organizationId, storageKey);
    }
    if (raw.length > 0) await removeFiles(deps, organizationId, { fileIds: raw.map(({ fileId }) => fileId) });
    const derived = files.filter(({ isShared }) => isShared);
    const keys = [...new Set(derived.map(({ storageKey }) => storageKey))];
    await deps.derivedObjects.requestCheck(organizationId, keys, {
      token: newId(),
      checkAt: deps.clock.now(),
    });
    await deps.datasetFiles.removeDerived(
      organizationId,
      derived.map(({ fileId }) => fileId),
    );
    await releaseObjects(deps, organizationId, keys);
    if (files.length < batchSize) return;
  }
}
