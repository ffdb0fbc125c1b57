import type { WorkDocument } from '@assay/chassis/work/work-documents';
import type { Enrichment, EnrichmentOutcome, File } from '../domain/file/file.ts';

/** A file as MongoDB keeps it, with the events that wait to be published. */
export interface FileDocument extends WorkDocument, Omit<File, 'id' | 'enrichment' | 'enrichmentError'> {
  readonly enrichment: Enrichment | null;
  readonly enrichmentError: string | null;
}

export function toDocument({ id, enrichment, enrichmentError, ...rest }: File): FileDocument {
  return { _id: id, enrichment: enrichment ?? null, enrichmentError: enrichmentError ?? null, ...rest };
}

export function toFile(document: FileDocument): File {
  const { _id: id, enrichment, enrichmentError, ...fields } = document;
  const {
    outbox: _events,
    outboxSince: _since,
    dueAt: _due,
    overdueSince: _late,
    attempts: _tries,
    ...rest
  } = fields;
  return { ...rest, id, enrichment: enrichment ?? undefined, enrichmentError: enrichmentError ?? undefined };
}

export function toFields(
  outcome: EnrichmentOutcome,
): Pick<FileDocument, 'enrichmentStatus' | 'enrichment' | 'enrichmentError'> {
  return outcome.kind === 'completed'
    ? { enrichmentStatus: 'completed', enrichment: outcome.enrichment, enrichmentError: null }
    : { enrichmentStatus: 'failed', enrichment: null, enrichmentError: outcome.reason };
}
