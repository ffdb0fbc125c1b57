import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { WorkDocument } from '@assay/chassis/work/work-documents';
import { nameKey } from '../../domain/file/file-name.ts';
import type {
  EnrichmentEnd,
  EnrichmentOutcome,
  EnrichmentProgress,
  File,
  FileChanges,
} from '../../domain/file/file.ts';
import { mediaKindOf } from '../../domain/file/media-kind.ts';
import type { MediaKind } from '../../domain/file/media-kind.ts';

type PlainFile = Omit<File, 'additionalInfo' | 'metadata' | 'enrichmentProgress'>;

const nullable = [
  'enrichment',
  'enrichmentError',
  'folderId',
  'originWorkflowId',
  'sourceFileId',
  'placeholder',
  'thumbnail',
  'projectId',
  'enrichmentStatus',
] as const;

/** A file in MongoDB, with its outbox. Files of earlier versions lack the optional fields. */
export interface FileDocument extends WorkDocument, Mapped<PlainFile, (typeof nullable)[number]> {
  /** Missing until the worker reports progress. */
  readonly enrichmentProgress?: StoredProgress;
  /** The last enrichments that ended, oldest first. `redrive` publishes their events again. Missing if all ended in earlier versions. */
  readonly enrichmentEnds?: EnrichmentEnd[];
  /** Selects the queue of the file. */
  readonly mediaKind?: MediaKind;
  /** The key for searches by name. */
  readonly nameKey?: string;
  /** JSON is stored as text, since MongoDB would interpret some keys. */
  readonly additionalInfoJson?: string;
  readonly metadataJson?: string;
  /** Selects the list of the file: the id of a dataset for a raw file, `none` for one that no list shows, missing for a file of a project. */
  readonly listing?: string | null;
  /** The key of the object, if files with the same content share it. The object counts towards the quota, not the file. */
  readonly derivedObject?: string;
  /** The `operation` of the upload, if it had an idempotency key. */
  readonly uploadOperation?: string;
}

type StoredProgress = Omit<EnrichmentProgress, 'share'> & { readonly share: number | null };

const plain = createDocumentMapper<PlainFile, FileDocument>({
  nullable,
  defaults: { enrichmentRun: undefined, datasetId: undefined },
  internal: [
    ...([
      'additionalInfoJson',
      'metadataJson',
      'enrichmentProgress',
      'enrichmentEnds',
      'nameKey',
      'mediaKind',
      'listing',
      'derivedObject',
      'uploadOperation',
    ] as const),
    ...(['dueAt', 'overdueSince', 'attempts', 'traceparent'] as const),
  ],
});

export function toDocument(file: File): FileDocument {
  const { additionalInfo, metadata, enrichmentProgress: _progress, ...fields } = file;
  const changes = toFields({ name: file.name, additionalInfo, metadata });
  return plain.toDocument(fields, { ...changes, mediaKind: mediaKindOf(file.mimeType) });
}

export function toFile(document: FileDocument): File {
  const { enrichmentProgress, enrichmentStatus, additionalInfoJson, metadataJson } = document;
  return {
    ...plain.toDomain(document),
    enrichmentProgress: enrichmentStatus === 'running' ? toProgress(enrichmentProgress) : undefined,
    // Only an object is ever stored here.
    additionalInfo: (parse(additionalInfoJson) ?? {}) as File['additionalInfo'],
    metadata: parse(metadataJson),
  };
}

function toProgress(stored: StoredProgress | undefined): EnrichmentProgress | undefined {
  return stored && { ...stored, share: stored.share ?? undefined };
}

/** Returns the `$set` of a change; a cleared field is null. */
export function toFields(changes: FileChanges): Partial<FileDocument> {
  const { additionalInfo, metadata, ...fields } = changes;
  return {
    ...plain.toFields(fields),
    ...(fields.name !== undefined && { nameKey: nameKey(fields.name) }),
    ...('additionalInfo' in changes && { additionalInfoJson: JSON.stringify(additionalInfo) }),
    ...('metadata' in changes && { metadataJson: JSON.stringify(metadata ?? null) }),
  };
}

/** Returns the `$set` of an outcome. A failure keeps the previous enrichment: the bytes are the same. */
export function toOutcomeFields(outcome: EnrichmentOutcome): Partial<FileDocument> {
  if (outcome.kind === 'failed') return { enrichmentStatus: 'failed', enrichmentError: outcome.reason };
  const { enrichment, preview } = outcome;
  const { thumbnail = null, placeholder = null } = preview ?? {};
  return { enrichmentStatus: 'completed', enrichment, enrichmentError: null, thumbnail, placeholder };
}

/** Returns undefined for a missing text and for null. */
function parse(json: string | undefined): unknown {
  return json === undefined ? undefined : ((JSON.parse(json) as unknown) ?? undefined);
}
