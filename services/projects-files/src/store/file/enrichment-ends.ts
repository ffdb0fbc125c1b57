import type { Collection } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { EnrichmentEnd, File } from '../../domain/file/file.ts';
import { fileEnriched } from '../../events/file-events.ts';
import type { FileDocument } from './file-document.ts';

export const enrichmentEndIndexes: readonly IndexSpec[] = [
  { key: { 'enrichmentEnds.at': 1 }, name: 'enrichment_ends_at', sparse: true },
];

/** Enrichments before the last ones are not published again. */
const maxEnds = 10;

/**
 * Builds the part of an update that ends the enrichment of a file: its event, and the record from which `listEnrichmentEvents` builds
 * the same event.
 */
export function appendEnrichmentEnd(file: File, { succeeded, at }: Omit<EnrichmentEnd, 'runId'>) {
  const end = { runId: file.enrichmentRun?.id ?? '', succeeded, at };
  const { $push: events, ...since } = appendEvents(fileEnriched(file, end));
  return { $push: { ...events, enrichmentEnds: { $each: [end], $slice: -maxEnds } }, ...since };
}

/** Builds the events of all enrichments that ended at or after `since` once more, of every organization, in no order. */
export async function* listEnrichmentEvents(
  files: Collection<FileDocument>,
  since: Date,
): AsyncGenerator<OutboxEntry> {
  const projection = { organizationId: 1, projectId: 1, enrichmentEnds: 1 };
  const found = files.find({ 'enrichmentEnds.at': { $gte: since } }, { projection });
  for await (const { _id: id, organizationId, projectId, enrichmentEnds = [] } of found) {
    const file = { id, organizationId, projectId: projectId ?? undefined };
    for (const end of enrichmentEnds) if (end.at >= since) yield fileEnriched(file, end);
  }
}
