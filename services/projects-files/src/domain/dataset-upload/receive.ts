import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { buildRawPrefix } from '@assay/proto/dataset-objects';
import type { Deps } from '../../deps.ts';
import { resizeReservation } from '../room/room.ts';
import type { QuotaDeps } from '../room/room.ts';
import { uploadExpired } from '../upload/upload-errors.ts';
import { sumSizes } from './dataset-upload.ts';
import type { DatasetRef, DatasetUpload, UploadedFile } from './dataset-upload.ts';

/** Records an upload before its first object exists, so that its objects can be found and removed whatever happens. */
export async function beginDatasetUpload(
  { datasetUploads, clock }: Pick<Deps, 'datasetUploads' | 'clock'>,
  call: CallContext,
  { datasetId, internalId }: DatasetRef,
): Promise<DatasetUpload> {
  const { organizationId } = call;
  const upload: DatasetUpload = {
    id: newId(),
    organizationId,
    datasetId,
    projectId: null,
    uploaderId: readUserId(call),
    keyPrefix: buildRawPrefix({ organizationId, internalId }),
    state: 'receiving',
    fileIds: [],
    files: [],
    createdAt: clock.now(),
  };
  await datasetUploads.insert(upload);
  return upload;
}

/** Returns the key of the next file of an upload. ABORTED with reason UPLOAD_EXPIRED if the upload was discarded. */
export async function addFileKey(
  { datasetUploads, clock }: Pick<Deps, 'datasetUploads' | 'clock'>,
  upload: DatasetUpload,
): Promise<{ readonly fileId: string; readonly storageKey: string }> {
  const fileId = newId();
  if (!(await datasetUploads.addFile(upload, fileId, clock.now()))) throw uploadExpired();
  return { fileId, storageKey: `${upload.keyPrefix}${fileId}` };
}

/**
 * Stores the descriptions of all files of an upload: from here on `datasets` accepts or discards it. Returns the upload that the same
 * operation completed before, if there is one. ABORTED with reason UPLOAD_EXPIRED if the upload was discarded.
 */
export async function completeDatasetUpload(
  deps: QuotaDeps,
  { operation }: Pick<CallContext, 'operation'>,
  { upload, files }: { readonly upload: DatasetUpload; readonly files: readonly UploadedFile[] },
): Promise<DatasetUpload> {
  const { organizationId, id: uploadId } = upload;
  const { usedBytes: bytes, usedFiles } = sumSizes(files);
  await resizeReservation(deps, { organizationId, uploadId, bytes, files: usedFiles });
  const completion = { state: 'stored', files, operation, now: deps.clock.now() } as const;
  if (await deps.datasetUploads.complete(upload, completion)) return { ...upload, state: 'stored', files };
  const earlier =
    operation === undefined
      ? undefined
      : await deps.datasetUploads.findByOperation(organizationId, operation);
  if (earlier === undefined) throw uploadExpired();
  return earlier;
}
