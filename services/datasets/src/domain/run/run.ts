import type { TakenUnit } from '@assay/chassis/work/worker';
import type { JobMode, JobTargetType } from '../pipeline/pipeline.ts';
import type { VersionCounts } from '../version/version.ts';

/** The status of a run, or of one file of a run. */
export type RunStatus = 'pending' | 'running' | 'completed' | 'failed';

/** The statuses of a run that has not ended. */
export const openStatuses: readonly RunStatus[] = ['pending', 'running'];

/** One file of a run on files of a project. */
export interface RunItem {
  readonly fileId: string;
  readonly status: RunStatus;
  /** The new file of the project. */
  readonly resultFileId?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

/** The work of one pipeline on a version of a dataset, or on files of a project. */
export interface Run {
  /** For a run on a version: the id of the new version. */
  readonly id: string;
  readonly organizationId: string;
  readonly targetType: JobTargetType;
  /** Undefined for a run on several files. */
  readonly targetId: string | undefined;
  readonly datasetId: string | undefined;
  /** The new version. */
  readonly versionId: string | undefined;
  readonly projectId: string | undefined;
  readonly mode: JobMode | undefined;
  /** Undefined for an enrichment. */
  readonly pipelineSlug: string | undefined;
  readonly pipelineVersion: string | undefined;
  /** True if the pipeline is in the language-technology catalog. */
  readonly isLanguageTechnology: boolean;
  readonly status: RunStatus;
  readonly counts: VersionCounts | undefined;
  /** Empty for a run on a version. */
  readonly items: readonly RunItem[];
  readonly error: string | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly startedAt?: Date | undefined;
  readonly completedAt: Date | undefined;
}

/** A run with its progress while it has not ended. */
export interface ReadRun extends Run {
  readonly progress: { readonly done: number; readonly total: number } | undefined;
}

/** The end of a run on files. */
export type RunEnd = Pick<Run, 'counts' | 'error'> & { readonly status: 'completed' | 'failed' };

/** A run on files that this process has taken. */
export interface TakenRun extends TakenUnit {
  readonly run: Run;
}

/** The runs of a list. All conditions that are set must match. */
export interface RunFilter {
  readonly targetType?: JobTargetType | undefined;
  readonly datasetId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** Only runs of language-technology pipelines. */
  readonly isLanguageTechnology?: true | undefined;
}

/** Returns true until a run has ended. */
export function isOpen({ status }: Pick<Run, 'status'>): boolean {
  return openStatuses.includes(status);
}
