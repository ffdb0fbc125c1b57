import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import type { SubjectFile } from '../domain/subject-files.ts';

/** What a run keeps of a file that projects-files answered with. */
export function fromFile(file: File): SubjectFile {
  const { id, name, mimeType, sizeBytes, sha256, storageKey } = file;
  const enrichment = (file.enrichment ?? {}) as Readonly<Record<string, unknown>>;
  return {
    id,
    name,
    mimeType,
    sizeBytes,
    sha256,
    storageKey,
    enrichmentStatus: fromEnrichmentStatus(file.enrichmentStatus),
    enrichment,
  };
}

function fromEnrichmentStatus(status: EnrichmentStatus): SubjectFile['enrichmentStatus'] {
  switch (status) {
    case EnrichmentStatus.COMPLETED:
      return 'completed';
    case EnrichmentStatus.RUNNING:
      return 'running';
    case EnrichmentStatus.FAILED:
      return 'failed';
    case EnrichmentStatus.PENDING:
    case EnrichmentStatus.UNSPECIFIED:
    case EnrichmentStatus.UNRECOGNIZED:
      return 'pending';
  }
}
