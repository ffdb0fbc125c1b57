import { invalidField } from '@assay/chassis/errors';
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
import type {
  EnrichmentProgress,
  EnrichmentStatus as DomainStatus,
  EnrichmentStep as DomainStep,
  File,
  FileChanges,
  FileFilter,
  FileOrigin as DomainOrigin,
  PrivacyLevel as DomainPrivacy,
} from '../domain/file/file.ts';
import type { StorageLimits, StorageUse } from '../domain/room/storage-use.ts';

const messageStatuses = {
  pending: EnrichmentStatus.PENDING,
  running: EnrichmentStatus.RUNNING,
  completed: EnrichmentStatus.COMPLETED,
  failed: EnrichmentStatus.FAILED,
} as const satisfies Record<DomainStatus, EnrichmentStatus>;

const messageSteps = {
  fetching: EnrichmentStep.FETCHING,
  reading: EnrichmentStep.READING,
  measuring: EnrichmentStep.MEASURING,
  picturing: EnrichmentStep.PICTURING,
} as const satisfies Record<DomainStep, EnrichmentStep>;

export const messagePrivacy = {
  private: PrivacyLevel.PRIVATE,
  sensitive: PrivacyLevel.SENSITIVE,
  internal: PrivacyLevel.INTERNAL,
  public: PrivacyLevel.PUBLIC,
} as const satisfies Record<DomainPrivacy, PrivacyLevel>;

const messageOrigins = {
  user_upload: FileOrigin.USER_UPLOAD,
  workflow_generated: FileOrigin.WORKFLOW_GENERATED,
} as const satisfies Record<DomainOrigin, FileOrigin>;

export function toFileMessage(file: File): FileMessage {
  return {
    ...file,
    enrichmentStatus: messageStatuses[file.enrichmentStatus],
    enrichment: file.enrichment === undefined ? undefined : { ...file.enrichment },
    enrichmentProgress: toProgressMessage(file.enrichmentProgress),
    tags: [...file.tags],
    privacyLevel: messagePrivacy[file.privacyLevel],
    additionalInfo: { ...file.additionalInfo },
    origin: messageOrigins[file.origin],
  };
}

export function toProgressMessage(progress: EnrichmentProgress | undefined): ProgressMessage | undefined {
  return progress && { ...progress, step: messageSteps[progress.step] };
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
    ...{ limitBytes: limits.bytes, usedBytes: use.usedBytes },
    ...{ limitFiles: limits.files, usedFiles: use.usedFiles },
  };
}

export function toDeleteFileResponse(file: File, answer: DeletionAnswer): DeleteFileResponse {
  return { file: answer === DeletionAnswer.RECORD ? toFileMessage(file) : undefined };
}

export function readFileFilter(request: ListFilesRequest): FileFilter {
  const { projectId, enrichmentStatus, mimeType, tag, folderId, name } = request;
  return {
    projectId: projectId === '' ? undefined : projectId,
    enrichmentStatus: readEnrichmentStatus(enrichmentStatus),
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
    privacy_level: ({ privacyLevel }) => ({ privacyLevel: readPrivacyLevel(privacyLevel) }),
    additional_info: ({ additionalInfo = {} }) => ({ additionalInfo }),
    metadata: ({ metadata }) => ({ metadata: metadata as unknown }),
    folder_id: ({ folderId }) => ({ folderId }),
  });
}

export function readPrivacyLevel(level: PrivacyLevel): DomainPrivacy {
  for (const [name, message] of Object.entries(messagePrivacy)) {
    if (message === level) return name as DomainPrivacy;
  }
  throw invalidField('privacyLevel', 'privacyLevel must be private, sensitive, internal or public');
}

/** Undefined when unspecified; INVALID_ARGUMENT for a value this version does not know. */
function readEnrichmentStatus(status: EnrichmentStatus): DomainStatus | undefined {
  switch (status) {
    case EnrichmentStatus.UNSPECIFIED:
      return undefined;
    case EnrichmentStatus.PENDING:
      return 'pending';
    case EnrichmentStatus.RUNNING:
      return 'running';
    case EnrichmentStatus.COMPLETED:
      return 'completed';
    case EnrichmentStatus.FAILED:
      return 'failed';
    case EnrichmentStatus.UNRECOGNIZED:
      throw invalidField(
        'enrichmentStatus',
        'enrichmentStatus must be pending, running, completed or failed',
      );
  }
}
