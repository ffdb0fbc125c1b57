import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Enrichment, File } from '../domain/file/file.ts';

/** A file as MongoDB keeps it, with the events that wait to be published. */
export interface FileDocument extends OutboxDocument, Omit<File, 'id' | 'enrichment' | 'enrichmentError'> {
  readonly _id: string;
  readonly enrichment: Enrichment | null;
  readonly enrichmentError: string | null;
  /** When somebody has to look whether it went on; missing when it is done, and in files from before. */
  readonly dueAt?: Date;
  /** Since when it has been late. */
  readonly overdueSince?: Date;
}

export function toDocument({ id, enrichment, enrichmentError, ...rest }: File): FileDocument {
  return { _id: id, enrichment: enrichment ?? null, enrichmentError: enrichmentError ?? null, ...rest };
}

export function toFile(document: FileDocument): File {
  const {
    _id: id,
    enrichment,
    enrichmentError,
    outbox: _events,
    outboxSince: _since,
    dueAt: _due,
    overdueSince: _late,
    ...rest
  } = document;
  return { ...rest, id, enrichment: enrichment ?? undefined, enrichmentError: enrichmentError ?? undefined };
}
