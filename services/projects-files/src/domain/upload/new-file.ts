import { newId } from '@assay/chassis/ids';
import type { ProjectFile } from '../file/file.ts';
import type { PendingUpload, StoredContent } from './upload.ts';

interface UploadedBy extends PendingUpload {
  readonly uploaderId: string;
}

/** The file that stored content becomes, with nothing noted about it yet. */
export function newFile(
  { fileId, organizationId, projectId, storageKey, uploaderId }: UploadedBy,
  { name, mimeType, sizeBytes, sha256, etag }: StoredContent,
  now: Date,
): ProjectFile {
  return {
    datasetId: undefined,
    id: fileId,
    organizationId,
    projectId,
    storageKey,
    uploaderId,
    name,
    mimeType,
    sizeBytes,
    sha256,
    etag,
    enrichmentStatus: 'pending',
    enrichmentError: undefined,
    enrichment: undefined,
    enrichmentRun: { id: newId(), createdAt: now },
    enrichmentProgress: undefined,
    tags: [],
    privacyLevel: 'private',
    additionalInfo: {},
    metadata: undefined,
    folderId: undefined,
    origin: 'user_upload',
    originWorkflowId: undefined,
    sourceFileId: undefined,
    placeholder: undefined,
    thumbnail: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
