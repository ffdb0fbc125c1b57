import type { OutboxEntry } from '@assay/chassis/events/event';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Version } from '../domain/version/version.ts';

type Nullable =
  | 'label'
  | 'parentVersionId'
  | 'pipelineSlug'
  | 'pipelineVersion'
  | 'source'
  | 'counts'
  | 'manifestSha256'
  | 'error'
  | 'startedAt'
  | 'completedAt'
  | 'scan';

export interface VersionDocument extends NamedOutboxDocument, Mapped<Version, Nullable> {
  /** When the job is checked again. Missing when neither the job nor its cleanup is unfinished. */
  readonly checkAt?: Date;
  /** Raw only: the hash of the manifest and the fingerprint of the content that it belongs to. */
  readonly manifestCache?: { readonly sha256: string; readonly content: string };
  /** The audit event of a deletion that is not finished. */
  readonly deletionEvent?: OutboxEntry;
}

export const versionMapper = createDocumentMapper<Version, VersionDocument>({
  nullable: [
    ...(['label', 'parentVersionId', 'pipelineSlug', 'pipelineVersion', 'source', 'counts'] as const),
    ...(['manifestSha256', 'error', 'startedAt', 'completedAt', 'scan'] as const),
  ],
  defaults: { keepFileIds: [], removesChangedCopies: false },
  internal: ['checkAt', 'manifestCache', 'deletionEvent'],
});
