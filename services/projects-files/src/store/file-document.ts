import type { Enrichment } from '@assay/media/enrich/enrichment';
import type { WorkDocument } from '@assay/chassis/work/work-documents';
import { nameKey } from '../domain/file/file-name.ts';
import type {
  EnrichmentOutcome,
  EnrichmentProgress,
  EnrichmentRun,
  File,
  FileChanges,
  Thumbnail,
} from '../domain/file/file.ts';
import { mediaKindOf } from '../domain/file/media-kind.ts';
import type { MediaKind } from '../domain/file/media-kind.ts';

type Optional =
  | 'enrichment'
  | 'enrichmentError'
  | 'enrichmentRun'
  | 'enrichmentProgress'
  | 'additionalInfo'
  | 'metadata'
  | 'folderId'
  | 'originWorkflowId'
  | 'sourceFileId'
  | 'placeholder'
  | 'thumbnail';

/** A file as MongoDB keeps it, with the events that wait to be published. */
export interface FileDocument extends WorkDocument, Omit<File, 'id' | Optional>, Notes {
  readonly enrichment: Enrichment | null;
  readonly enrichmentError: string | null;
  readonly enrichmentRun?: EnrichmentRun;
  /** Missing until a worker says how far it has come. */
  readonly enrichmentProgress?: StoredProgress;
  /** Whose turn it waits for; missing in files from before. */
  readonly mediaKind?: MediaKind;
}

type StoredProgress = Omit<EnrichmentProgress, 'share'> & { readonly share: number | null };

/** What is noted about a file; missing in files from before. JSON is kept as text, since a key may mean something to MongoDB. */
interface Notes {
  /** What files are found by when their name is asked for. */
  readonly nameKey?: string;
  readonly additionalInfoJson?: string;
  readonly metadataJson?: string;
  readonly folderId?: string | null;
  readonly originWorkflowId?: string | null;
  readonly sourceFileId?: string | null;
  readonly placeholder?: string | null;
  readonly thumbnail?: Thumbnail | null;
}

export function toDocument(file: File): FileDocument {
  const {
    id,
    enrichment,
    enrichmentError,
    enrichmentRun,
    enrichmentProgress: _progress,
    name,
    additionalInfo,
    metadata,
    folderId,
    ...fields
  } = file;
  const { originWorkflowId, sourceFileId, placeholder, thumbnail, ...rest } = fields;
  return {
    _id: id,
    mediaKind: mediaKindOf(file.mimeType),
    enrichment: enrichment ?? null,
    enrichmentError: enrichmentError ?? null,
    originWorkflowId: originWorkflowId ?? null,
    sourceFileId: sourceFileId ?? null,
    placeholder: placeholder ?? null,
    thumbnail: thumbnail ?? null,
    ...rest,
    ...(enrichmentRun && { enrichmentRun }),
    name,
    ...toFieldsOf({ name, additionalInfo, metadata, folderId }),
  };
}

export function toFile(document: FileDocument): File {
  const { _id: id, enrichment, enrichmentError, additionalInfoJson, metadataJson, ...fields } = document;
  const { enrichmentRun, folderId, originWorkflowId, sourceFileId, placeholder, thumbnail, ...stored } =
    fields;
  const {
    enrichmentProgress,
    outbox: _events,
    outboxSince: _since,
    dueAt: _due,
    overdueSince: _late,
    attempts: _tries,
    traceparent: _trace,
    nameKey: _key,
    mediaKind: _kind,
    ...rest
  } = stored;
  return {
    ...rest,
    id,
    enrichment: enrichment ?? undefined,
    enrichmentError: enrichmentError ?? undefined,
    enrichmentRun,
    enrichmentProgress: fields.enrichmentStatus === 'running' ? toProgress(enrichmentProgress) : undefined,
    // An object is what was made a text.
    additionalInfo: (parse(additionalInfoJson) ?? {}) as File['additionalInfo'],
    metadata: parse(metadataJson),
    folderId: folderId ?? undefined,
    originWorkflowId: originWorkflowId ?? undefined,
    sourceFileId: sourceFileId ?? undefined,
    placeholder: placeholder ?? undefined,
    thumbnail: thumbnail ?? undefined,
  };
}

function toProgress(stored: StoredProgress | undefined): EnrichmentProgress | undefined {
  return stored && { ...stored, share: stored.share ?? undefined };
}

/** What a change sets; what it clears is null. */
export function toFieldsOf(changes: FileChanges): Partial<FileDocument> {
  const { additionalInfo, metadata, folderId, ...plain } = changes;
  return {
    ...plain,
    ...(plain.name !== undefined && { nameKey: nameKey(plain.name) }),
    ...('additionalInfo' in changes && { additionalInfoJson: JSON.stringify(additionalInfo) }),
    ...('metadata' in changes && { metadataJson: JSON.stringify(metadata ?? null) }),
    ...('folderId' in changes && { folderId: folderId ?? null }),
  };
}

/** What an earlier enrichment read stays when another one fails: the bytes are the same. */
export function toFields(outcome: EnrichmentOutcome): Partial<FileDocument> {
  if (outcome.kind === 'failed') return { enrichmentStatus: 'failed', enrichmentError: outcome.reason };
  const { enrichment, preview } = outcome;
  const { thumbnail = null, placeholder = null } = preview ?? {};
  return { enrichmentStatus: 'completed', enrichment, enrichmentError: null, thumbnail, placeholder };
}

/** Undefined for what is missing or null. */
function parse(json: string | undefined): unknown {
  return json === undefined ? undefined : ((JSON.parse(json) as unknown) ?? undefined);
}
