import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { removeFiles } from '../room/remove-files.ts';
import type { CountingDeps } from '../room/room.ts';
import { maxUploadFiles } from './dataset-upload.ts';
import type { DatasetUpload } from './dataset-upload.ts';

export type DiscardDeps = CountingDeps & Pick<Deps, 'storage'>;

type UploadPlace = Pick<DatasetUpload, 'organizationId' | 'id'>;

/**
 * Removes the records, objects and reservation of an upload. A call that accepts the upload at the same time may still write records:
 * the upload stays discarded for an hour, after which the sweep removes everything once more. Does nothing for an unknown upload.
 */
export async function discardUpload(deps: DiscardDeps, place: UploadPlace): Promise<void> {
  const upload = await deps.datasetUploads.discard(place, deps.clock.now());
  if (upload !== undefined) await clearUpload(deps, upload);
}

/** Removes the records, objects and reservation of a discarded upload. Returns the number of records. */
export async function clearUpload(deps: DiscardDeps, upload: DatasetUpload): Promise<number> {
  const { organizationId, id, fileIds, files } = upload;
  const records = await deps.files.listSizes(organizationId, { fileIds }, maxUploadFiles);
  const usedBytes = records.reduce((sum, { bytes }) => sum + bytes, 0);
  // The reservation covers the records until it is settled.
  await deps.storageUse.settle(organizationId, id, { usedBytes, usedFiles: records.length });
  const removed = records.length === 0 ? 0 : await removeFiles(deps, organizationId, { fileIds });
  for (const fileId of fileIds) {
    const storageKey = `${upload.keyPrefix}${fileId}`;
    await deps.storage.remove(storageKey);
    if (files.length === 0) await abortParts(deps, storageKey);
  }
  return removed;
}

/** The clock of the storage may be ahead, and all parts under the key belong to this upload. */
async function abortParts({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, key: string): Promise<void> {
  await storage.abortIncompleteUploads(key, new Date(clock.now().getTime() + hours(1)));
}
