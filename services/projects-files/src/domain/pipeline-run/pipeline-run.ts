import { isProjectFile } from '../file/dataset-file.ts';
import type { EnrichmentProgress, EnrichmentRun, File, ProjectFile } from '../file/file.ts';
import { mediaKindOf } from '../file/media-kind.ts';

export type PipelineRunStatus = 'pending' | 'running' | 'completed' | 'failed';

/** One run of a pipeline over one file; each enrichment is one. */
export interface PipelineRun {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  /** The file may have been deleted since. */
  readonly fileId: string;
  readonly pipelineSlug: string;
  readonly status: PipelineRunStatus;
  /** The run elsewhere that does the work; undefined: there is none. */
  readonly jobId: string | undefined;
  /** JSON; undefined until completed. */
  readonly result: unknown;
  /** For people; undefined unless failed. */
  readonly error: string | undefined;
  /** Of an enrichment that is running, as far as it is known. */
  readonly progress: EnrichmentProgress | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which runs are listed. */
export interface PipelineRunFilter {
  readonly projectId: string;
  /** Undefined: over any file. */
  readonly fileId: string | undefined;
}

export function isOver({ status }: { readonly status: PipelineRunStatus | undefined }): boolean {
  return status === 'completed' || status === 'failed';
}

/** How long a run may be under way before it is asked about, and the longest pause before it is asked about again. */
const askAfterMs = 600_000;
const longestPauseMs = 1_800_000;

/** When it is asked what became of a run that is open now: the older it is, the later. */
export function askAgainAt(createdAt: Date, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.max(askAfterMs, Math.min(longestPauseMs, ageMs)));
}

/** The latest enrichment of a file as a run; undefined for a file of a dataset, and for one that was stored before there were runs. */
export function enrichmentRunOf(file: File): PipelineRun | undefined {
  const { enrichmentRun, enrichmentStatus: status } = file;
  if (enrichmentRun === undefined || status === undefined || !isProjectFile(file)) return undefined;
  return {
    ...newEnrichmentRun(file, enrichmentRun),
    status,
    result: status === 'completed' ? file.enrichment : undefined,
    error: file.enrichmentError,
    progress: file.enrichmentProgress,
    updatedAt: file.updatedAt,
  };
}

/** The run that an enrichment begins as. */
export function newEnrichmentRun(file: ProjectFile, { id, createdAt }: EnrichmentRun): PipelineRun {
  const { id: fileId, organizationId, projectId, mimeType } = file;
  const pipelineSlug = `enrich-${mediaKindOf(mimeType)}`;
  const unknown = { jobId: undefined, result: undefined, error: undefined, progress: undefined };
  return {
    id,
    organizationId,
    projectId,
    fileId,
    pipelineSlug,
    status: 'pending',
    ...unknown,
    createdAt,
    updatedAt: createdAt,
  };
}
