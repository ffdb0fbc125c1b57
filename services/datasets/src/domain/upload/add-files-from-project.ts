import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { File } from '@assay/proto/files/v1/file';
import { getDataset } from '../dataset/get-dataset.ts';
import { commitTo } from './commit-upload.ts';
import type { CommitDeps } from './commit-upload.ts';

interface AddRequest {
  readonly datasetId: string;
  readonly fileIds: readonly string[];
}

/** Copies files of projects into the raw version: all of them or none. The copies are an upload like any other. */
export async function addFilesFromProject(
  deps: CommitDeps,
  call: CallContext,
  { datasetId, fileIds }: AddRequest,
): Promise<readonly File[]> {
  const dataset = await getDataset(deps, call, datasetId);
  const { organizationId, internalId, modality } = dataset;
  const { uploadId, files } = await deps.datasetFiles.copy(organizationId, {
    uploaderId: readUserId(call),
    fileIds: [...fileIds],
    toDataset: { datasetId, internalId, modality },
    toProjectId: undefined,
    operationId: newIdFor(call, 'copy'),
  });
  await commitTo(deps, dataset, uploadId);
  return files;
}
