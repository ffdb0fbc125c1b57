import type { TakenUnit } from '@assay/chassis/work/worker';
import type { Enrichment } from '@assay/media/enrich/enrichment';

export type EnrichmentStatus = 'pending' | 'running' | 'completed' | 'failed';
export type PrivacyLevel = 'private' | 'sensitive' | 'internal' | 'public';
export type FileOrigin = 'user_upload' | 'workflow_generated';

/** A small picture of a file, stored beside it. */
export interface Thumbnail {
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** How a file looks before it is opened. */
export interface Preview extends Pick<File, 'placeholder'> {
  readonly thumbnail: Thumbnail;
}

export interface EnrichmentRun {
  readonly id: string;
  readonly createdAt: Date;
}

/** The end of one enrichment of a file. */
export interface EnrichmentEnd {
  /** The enrichment; empty if an earlier version requested it. */
  readonly runId: string;
  readonly succeeded: boolean;
  readonly at: Date;
}

export type EnrichmentStep = 'fetching' | 'reading' | 'measuring' | 'picturing';

/** How far the worker that reads a file has come, as it said last. */
export interface EnrichmentProgress {
  readonly step: EnrichmentStep;
  /** Of the step, from 0 to 1; undefined: it is not known. */
  readonly share: number | undefined;
  readonly updatedAt: Date;
}

/** A stored file. Its bytes never change. */
export interface File {
  readonly id: string;
  readonly organizationId: string;
  /** Undefined for a file of a dataset. */
  readonly projectId: string | undefined;
  /** Undefined for a file of a project. */
  readonly datasetId: string | undefined;
  readonly uploaderId: string;
  readonly name: string;
  /** Decided by the bytes. */
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly etag: string;
  readonly storageKey: string;
  /** Undefined for a file of a dataset until its enrichment is requested. */
  readonly enrichmentStatus: EnrichmentStatus | undefined;
  /** For people; undefined unless failed. */
  readonly enrichmentError: string | undefined;
  /** Of the latest completed enrichment; undefined: there was none. */
  readonly enrichment: Enrichment | undefined;
  /** The pipeline run that reads the file or has read it last; undefined in files from before. */
  readonly enrichmentRun: EnrichmentRun | undefined;
  /** Undefined unless a worker reads the file, and has for a second. */
  readonly enrichmentProgress: EnrichmentProgress | undefined;
  readonly tags: readonly string[];
  readonly privacyLevel: PrivacyLevel;
  readonly additionalInfo: Readonly<Record<string, unknown>>;
  /** What programs note: any JSON value; undefined: nothing. */
  readonly metadata: unknown;
  /** Undefined: the file lies in the project itself. */
  readonly folderId: string | undefined;
  readonly origin: FileOrigin;
  /** The workflow that created the file; undefined for uploads. */
  readonly originWorkflowId: string | undefined;
  /** The file from which this one was derived or copied. */
  readonly sourceFileId: string | undefined;
  /** A tiny picture as a data URI; undefined: there is none. */
  readonly placeholder: string | undefined;
  /** Undefined: there is none. */
  readonly thumbnail: Thumbnail | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How much room a file takes. */
export interface StoredSize {
  readonly id: string;
  readonly bytes: number;
}

/** A file of a project. */
export interface ProjectFile extends File {
  readonly projectId: string;
}

/** Which files are removed: one, several, or those of a project. */
export type RemovedFiles =
  { readonly fileId: string } | { readonly fileIds: readonly string[] } | { readonly projectId: string };

/** A file that a worker of this process has taken to read it. */
export interface TakenFile extends TakenUnit {
  readonly file: File;
}

/** What its owner can change about a file; what is left out stays, undefined clears. */
export interface FileChanges {
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly privacyLevel?: PrivacyLevel;
  readonly additionalInfo?: Readonly<Record<string, unknown>>;
  readonly metadata?: unknown;
  readonly folderId?: string | undefined;
}

/** How reading a file ended. */
export type EnrichmentOutcome =
  | {
      readonly kind: 'completed';
      readonly enrichment: Enrichment;
      /** Undefined: there is nothing to be seen. */
      readonly preview?: Preview | undefined;
    }
  /** `reason` is for the person whose file it is. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Which files are listed. */
export interface FileFilter {
  /** Undefined: those of all projects, or of a dataset. */
  readonly projectId: string | undefined;
  /** The dataset whose raw files are listed. */
  readonly datasetId?: string | undefined;
  readonly enrichmentStatus: EnrichmentStatus | undefined;
  /** Such as `image/`; empty: every type. */
  readonly mimeTypePrefix: string;
  readonly tag?: string | undefined;
  /** Null: those in no folder; undefined: those in any and in none. */
  readonly folderId?: string | null | undefined;
  /** In any case; empty: every name. */
  readonly namePrefix?: string;
}
