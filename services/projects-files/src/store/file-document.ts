import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Enrichment, EnrichmentOutcome, File } from '../domain/file/file.ts';

/** A file as MongoDB keeps it, with the events that wait to be published. */
export interface FileDocument
  extends OutboxDocument, Omit<File, 'id' | 'enrichment' | 'enrichmentError'>, WorkFields {
  readonly _id: string;
  readonly enrichment: Enrichment | null;
  readonly enrichmentError: string | null;
}

/** What a file keeps of the work at it; missing in files from before. */
interface WorkFields {
  /** When somebody has to look whether it went on: the end of the lease while it is being read. Missing when it is done. */
  readonly dueAt?: Date;
  /** Since when it has been late. */
  readonly overdueSince?: Date;
  /** How often a worker has taken it. */
  readonly attempts?: number;
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
