import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Pipeline } from '../pipeline/pipeline.ts';

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

/** Checks the number of the requested ids, before anybody is asked for the files. INVALID_ARGUMENT. */
export function checkFileIds(pipeline: Pipeline, fileIds: readonly string[]): void {
  const least = pipeline.requiredFiles.reduce((sum, { minCount }) => sum + minCount, 0);
  const most = pipeline.requiredFiles.reduce((sum, { maxCount }) => sum + maxCount, 0);
  if (fileIds.length < least || fileIds.length > most) {
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    throw invalidField('fileIds', `${pipeline.slug} needs ${wanted} file${most === 1 ? '' : 's'}`);
  }
}

/**
 * Checks the files themselves. FAILED_PRECONDITION with `fileId` and `enrichmentStatus` for one that is not enriched or
 * lacks a field; INVALID_ARGUMENT for a type the pipeline does not take.
 */
export function checkSubjectFiles(pipeline: Pipeline, files: readonly SubjectFile[]): void {
  for (const file of files) {
    const wanted = pipeline.requiredFiles.find(({ mimeTypes }) => mimeTypes.includes(file.mimeType));
    if (wanted === undefined)
      throw invalidField('fileIds', `${pipeline.slug} does not take ${file.mimeType} files`);
    if (file.enrichmentStatus !== 'completed') throw notEnriched(file, 'the file is not enriched');
    const missing = wanted.requiredEnrichmentFields.find((field) => file.enrichment[field] === undefined);
    if (missing !== undefined) throw notEnriched(file, `enrichment found no ${missing}`);
  }
}

function notEnriched({ id, enrichmentStatus }: SubjectFile, message: string): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'ENRICHMENT_INCOMPLETE', message, {
    details: { fileId: id, enrichmentStatus },
  });
}
