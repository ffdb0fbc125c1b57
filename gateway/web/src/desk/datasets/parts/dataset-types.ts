/** Bodies of the API about datasets, with the fields that the desk reads. */

export type Modality = 'image' | 'audio' | 'video' | 'text' | 'document' | 'multimodal';

export interface Dataset {
  readonly id: string;
  readonly name: string;
  readonly internalId: string;
  readonly modality: Modality;
  readonly rawVersionId: string;
  readonly createdAt: string;
}

export type VersionState = 'raw' | 'cleaning' | 'cleaned' | 'failed' | 'enriching' | 'cleaned_and_enriched';

/** Numbers of files by reason. */
export type Reasons = Readonly<Record<string, number>>;

export interface VersionCounts {
  readonly unchanged: number;
  readonly changed: number;
  readonly removed: Reasons;
  readonly skipped: Reasons;
}

export interface DatasetVersion {
  readonly id: string;
  readonly datasetId: string;
  readonly state: VersionState;
  readonly label: string | null;
  readonly parentVersionId: string | null;
  readonly cleaningPipelineSlug: string | null;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly counts: VersionCounts | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly manifestSha256: string | null;
  readonly error: string | null;
  readonly createdAt: string;
}

export interface VersionFile {
  readonly fileId: string;
  readonly sourceFileId: string | null;
  readonly file: { readonly name: string; readonly size: number; readonly type: string };
}

export interface VersionPage extends DatasetVersion {
  readonly files: readonly VersionFile[];
  readonly total: number;
}

export interface CleaningPipeline {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly supportedModalities: readonly Modality[];
  readonly status: 'active' | 'maintenance';
  readonly statusReason: string | null;
  readonly modes: readonly string[];
  readonly targetTypes: readonly string[];
}

export type IssueType =
  | 'near_duplicate'
  | 'exact_duplicate'
  | 'outlier'
  | 'corrupt'
  | 'low_information'
  | 'split_leakage'
  | 'blurry'
  | 'dark'
  | 'overexposed'
  | 'small'
  | 'lost_part';

export interface DatasetIssue {
  readonly type: IssueType;
  readonly score: number;
  readonly fileIds: readonly string[];
  readonly explanation: string;
  readonly facts: { readonly keptFileId?: string | null; readonly reason?: string } | null;
}

export interface IssuePage {
  readonly data: readonly DatasetIssue[];
  readonly total: number;
  readonly nextCursor: string | null;
  readonly scannedAt: string | null;
}

export interface DiffItem {
  readonly change: 'added' | 'removed' | 'changed';
  readonly fileId: string;
  readonly name: string;
}

export interface VersionDiff {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly total: number;
  readonly items: readonly DiffItem[];
}

/** A file of a project, with the fields that a list needs. */
export interface ProjectFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly enrichmentStatus: 'pending' | 'running' | 'completed' | 'failed';
}

/** A file record, with the fields that a thumbnail needs. */
export interface FileRecord {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly thumbnail?: object | null;
}
