import { discardUpload } from '../dataset-upload/discard-upload.ts';
import type { DiscardDeps } from '../dataset-upload/discard-upload.ts';
import type { ReleaseDeps } from '../derived-object/release-objects.ts';
import { removeDatasetFiles } from './remove-dataset-files.ts';

/** Removes all files and unfinished uploads of a deleted dataset, also those that were stored after it was deleted. */
export async function removeDataset(
  deps: ReleaseDeps & DiscardDeps,
  { organizationId, datasetId }: { readonly organizationId: string; readonly datasetId: string },
): Promise<void> {
  const uploads = await deps.datasetUploads.listByDataset(organizationId, datasetId);
  for (const upload of uploads) await discardUpload(deps, upload);
  await removeDatasetFiles(deps, { organizationId, datasetId });
}
