import { invalidField } from '@assay/chassis/errors';
import type { PageOf } from '@assay/chassis/pagination';
import { EnrichmentStatus, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import type { File as FileMessage } from '@assay/proto/files/v1/file';
import type { ListFilesRequest, ListFilesResponse } from '@assay/proto/files/v1/files_service';
import type {
  EnrichmentStatus as DomainStatus,
  File,
  FileFilter,
  FileOrigin as DomainOrigin,
  PrivacyLevel as DomainPrivacy,
} from '../domain/file/file.ts';

const messageStatuses = {
  pending: EnrichmentStatus.PENDING,
  running: EnrichmentStatus.RUNNING,
  completed: EnrichmentStatus.COMPLETED,
  failed: EnrichmentStatus.FAILED,
} as const satisfies Record<DomainStatus, EnrichmentStatus>;

const messagePrivacy = {
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
    tags: [...file.tags],
    privacyLevel: messagePrivacy[file.privacyLevel],
    additionalInfo: { ...file.additionalInfo },
    origin: messageOrigins[file.origin],
  };
}

export function toListFilesResponse({ items, ...facts }: PageOf<File>): ListFilesResponse {
  return { files: items.map(toFileMessage), ...facts };
}

export function readFileFilter({ projectId, enrichmentStatus, mimeType }: ListFilesRequest): FileFilter {
  return { projectId, enrichmentStatus: readEnrichmentStatus(enrichmentStatus), mimeTypePrefix: mimeType };
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
