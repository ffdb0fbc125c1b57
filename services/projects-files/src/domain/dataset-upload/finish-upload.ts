import type { Deps } from '../../deps.ts';
import { sumSizes } from './dataset-upload.ts';
import type { DatasetUpload } from './dataset-upload.ts';

/** Forgets an accepted upload. Does nothing for any other one. */
export async function finishUpload(
  { datasetUploads, storageUse }: Pick<Deps, 'datasetUploads' | 'storageUse'>,
  place: Pick<DatasetUpload, 'organizationId' | 'id'>,
): Promise<void> {
  const upload = await datasetUploads.find(place.organizationId, place.id);
  if (upload?.state !== 'accepted') return;
  await storageUse.settle(upload.organizationId, upload.id, sumSizes(upload.files));
  await datasetUploads.finish(upload);
}
