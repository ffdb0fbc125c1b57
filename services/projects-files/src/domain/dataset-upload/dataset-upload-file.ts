import type { File } from '../file/file.ts';
import type { DatasetUpload, UploadedFile } from './dataset-upload.ts';

type Uploaded = Pick<
  DatasetUpload,
  'organizationId' | 'datasetId' | 'uploaderId' | 'keyPrefix' | 'createdAt'
>;

/** Builds the record of a file of a dataset, with nothing known about it but its content. */
export function newDatasetFile(
  { organizationId, datasetId, uploaderId, keyPrefix, createdAt }: Uploaded,
  { sourceFileId, ...content }: UploadedFile,
): File {
  return {
    ...content,
    organizationId,
    uploaderId,
    projectId: undefined,
    datasetId: datasetId ?? undefined,
    storageKey: `${keyPrefix}${content.id}`,
    enrichmentStatus: undefined,
    enrichmentError: undefined,
    enrichment: undefined,
    enrichmentRun: undefined,
    enrichmentProgress: undefined,
    tags: [],
    privacyLevel: 'private',
    additionalInfo: {},
    metadata: undefined,
    folderId: undefined,
    origin: 'user_upload',
    originWorkflowId: undefined,
    sourceFileId: sourceFileId ?? undefined,
    placeholder: undefined,
    thumbnail: undefined,
    createdAt,
    updatedAt: createdAt,
  };
}
