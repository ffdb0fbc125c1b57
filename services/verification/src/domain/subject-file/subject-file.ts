import { DomainError } from '@assay/chassis/errors';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { assignFiles } from './assign-files.ts';

/** What a run needs to know of a file; never changes after the file was stored. */
export interface SubjectFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly enrichmentStatus: 'pending' | 'running' | 'completed' | 'failed';
  readonly enrichment: Readonly<Record<string, unknown>>;
}

/** A file as projects-files answers it. */
export interface FoundFile extends SubjectFile {
  /** True if people of other organizations may see it now. */
  readonly isPublic: boolean;
}

/** Returns the part of a file that a run keeps: its access may change later. */
export function withoutAccess({ isPublic: _isPublic, ...file }: FoundFile): SubjectFile {
  return file;
}

/** Checks the number of the requested ids, before anybody is asked for the files. FAILED_PRECONDITION, as `checkSubjectFiles`. */
export function checkFileIds(pipeline: Pipeline, fileIds: readonly string[]): void {
  const least = pipeline.requiredFiles.reduce((sum, { minCount }) => sum + minCount, 0);
  const most = pipeline.requiredFiles.reduce((sum, { maxCount }) => sum + maxCount, 0);
  if (fileIds.length >= least && fileIds.length <= most) return;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  throw unsuitable(pipeline, `${pipeline.slug} needs ${wanted} file${most === 1 ? '' : 's'}`, {
    providedCount: fileIds.length,
  });
}

/**
 * Checks the files themselves. FAILED_PRECONDITION with reason FILES_UNSUITABLE and `requiredFiles` for a type that the pipeline
 * does not take, named with `fileId` and `mimeType`, and for too few or too many of one entry; with reason ENRICHMENT_INCOMPLETE,
 * `fileId` and `enrichmentStatus` for one that is not enriched or lacks a field.
 */
export function checkSubjectFiles(pipeline: Pipeline, files: readonly SubjectFile[]): void {
  const { slug, requiredFiles } = pipeline;
  const foreign = files.find(({ mimeType }) => !requiredFiles.some((entry) => takes(entry, mimeType)));
  if (foreign !== undefined) {
    const { id: fileId, mimeType } = foreign;
    throw unsuitable(pipeline, `${slug} does not take ${mimeType} files`, { fileId, mimeType });
  }
  const entries = assignFiles(requiredFiles, files);
  if (entries === undefined) {
    const message = `these files are too few or too many of a kind for ${slug}`;
    throw unsuitable(pipeline, message, { providedMimeTypes: files.map(({ mimeType }) => mimeType) });
  }
  for (const [index, file] of files.entries()) {
    if (file.enrichmentStatus !== 'completed') throw notEnriched(file, 'the file is not enriched');
    const fields = entries[index]?.requiredEnrichmentFields ?? [];
    const missing = fields.find((field) => file.enrichment[field] === undefined);
    if (missing !== undefined) throw notEnriched(file, `enrichment found no ${missing}`);
  }
}

function takes({ mimeTypes }: Pipeline['requiredFiles'][number], mimeType: string): boolean {
  return mimeTypes.includes(mimeType);
}

function unsuitable(
  { requiredFiles }: Pipeline,
  message: string,
  found: Readonly<Record<string, unknown>>,
): DomainError {
  const wanted = requiredFiles.map(({ label, mimeTypes, minCount, maxCount }) => ({
    label,
    mimeTypes: [...mimeTypes],
    minCount,
    maxCount,
  }));
  return new DomainError('FAILED_PRECONDITION', 'FILES_UNSUITABLE', message, {
    details: { field: 'fileIds', requiredFiles: wanted, ...found },
  });
}

function notEnriched({ id, enrichmentStatus }: SubjectFile, message: string): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'ENRICHMENT_INCOMPLETE', message, {
    details: { fileId: id, enrichmentStatus },
  });
}
