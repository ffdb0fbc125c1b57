import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import { EnrichmentStatus, EnrichmentStep, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import type { EnrichmentProgress as ProgressMessage, File as FileMessage } from '@assay/proto/files/v1/file';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import type {
  DeleteFileResponse,
  ListFilesRequest,
  ListFilesResponse,
  UpdateFileRequest,
} from '@assay/proto/files/v1/files_service';
import type { StorageUse as StorageUseMessage } from '@assay/proto/files/v1/storage_use';
import type { EnrichmentProgress, File, FileChanges, FileFilter } from '../domain/file/file.ts';
import type { StorageLimits, StorageUse } from '../domain/room/storage-use.ts';

const enrichmentStatuses = createEnumCodec(EnrichmentStatus);
const enrichmentSteps = createEnumCodec(EnrichmentStep);
export const privacyLevels = createEnumCodec(PrivacyLevel);
const origins = createEnumCodec(FileOrigin);

export function toFileMessage(file: File): FileMessage {
  return {
    ...file,
    enrichmentStatus: file.enrichmentStatus && enrichmentStatuses.toMessage(file.enrichmentStatus),
    enrichment: file.enrichment === undefined ? undefined : { ...file.enrichment },
    enrichmentProgress: toProgressMessage(file.enrichmentProgress),
    tags: [...file.tags],
    privacyLevel: privacyLevels.toMessage(file.privacyLevel),
    additionalInfo: { ...file.additionalInfo },
    origin: origins.toMessage(file.origin),
  };
}

export function toProgressMessage(progress: EnrichmentProgress | undefined): ProgressMessage | undefined {
  return progress && { ...progress, step: enrichmentSteps.toMessage(progress.step) };
}

export function toListFilesResponse({ items, ...facts }: PageOf<File>): ListFilesResponse {
  return { files: items.map(toFileMessage), ...facts };
}

export function toStorageUseMessage(
  room: { readonly limits: StorageLimits; readonly use: StorageUse } | undefined,
): StorageUseMessage | undefined {
  if (room === undefined) return undefined;
  const { limits, use } = room;
  return {
    limitBytes: limits.bytes,
    usedBytes: use.usedBytes,
    limitFiles: limits.files,
    usedFiles: use.usedFiles,
  };
}

export function toDeleteFileResponse(file: File, answer: DeletionAnswer): DeleteFileResponse {
  return { file: answer === DeletionAnswer.RECORD ? toFileMessage(file) : undefined };
}

export function readFileFilter(request: ListFilesRequest): FileFilter {
  const { projectId, datasetId, enrichmentStatus, mimeType, tag, folderId, name } = request;
  return {
    projectId: projectId === '' ? undefined : projectId,
    datasetId: datasetId === '' ? undefined : datasetId,
    enrichmentStatus: enrichmentStatuses.read('enrichmentStatus', enrichmentStatus),
    mimeTypePrefix: mimeType,
    tag: tag === '' ? undefined : tag,
    folderId: readFolder(folderId),
    namePrefix: name,
  };
}

function readFolder(folderId: string): FileFilter['folderId'] {
  if (folderId === '') return undefined;
  return folderId === 'root' ? null : folderId;
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readFileChanges(request: UpdateFileRequest): FileChanges {
  return readChanges<UpdateFileRequest, FileChanges>(request, {
    name: ({ name }) => ({ name }),
    tags: ({ tags }) => ({ tags }),
    privacy_level: ({ privacyLevel: level }) => ({
      privacyLevel: privacyLevels.readRequired('privacyLevel', level),
    }),
    additional_info: ({ additionalInfo = {} }) => ({ additionalInfo }),
    metadata: ({ metadata }) => ({ metadata: metadata as unknown }),
    folder_id: ({ folderId }) => ({ folderId }),
  });
}
