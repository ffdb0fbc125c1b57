import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Enrichment, File } from '../domain/file/file.ts';

/** A file as MongoDB keeps it, with the events that wait to be published. */
export interface FileDocument extends OutboxDocument, Omit<File, 'id' | 'enrichment' | 'enrichmentError'> {
  readonly _id: string;
  readonly enrichment: Enrichment | null;
  readonly enrichmentError: string | null;
}

export function toDocument({ id, enrichment, enrichmentError, ...rest }: File): FileDocument {
  return { _id: id, enrichment: enrichment ?? null, enrichmentError: enrichmentError ?? null, ...rest };
}

export function toFile(document: FileDocument): File {
  const { _id: id, enrichment, enrichmentError, ...rest } = document;
  const file = {
    ...rest,
    id,
    enrichment: enrichment ?? undefined,
    enrichmentError: enrichmentError ?? undefined,
  };
  delete file.outbox;
  return file;
}
