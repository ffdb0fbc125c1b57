import { DomainError } from '@assay/chassis/errors';
import { findPipeline } from '../pipeline/catalog.ts';
import { findReadingPipeline } from '../pipeline/reading-pipelines.ts';
import { cleanItem } from './clean-item.ts';
import type { FileOfRun, ItemResult, TreatDeps } from './file-of-run.ts';
import { findFileDuplicates } from './find-file-duplicates.ts';
import { readItem } from './read-item.ts';
import type { Run, RunItem } from './run.ts';

/** Treats one file of a run by the pipeline of the run. A file that cannot be treated is a result and not a failure. */
export async function treatItem(
  deps: TreatDeps,
  { run, fileId }: { readonly run: Run; readonly fileId: string },
  signal: AbortSignal,
): Promise<RunItem> {
  try {
    const file = await deps.projectFiles.find(run.organizationId, fileId);
    const result = await treat(deps, { run, file }, signal);
    return { fileId, status: result.error === undefined ? 'completed' : 'failed', ...result };
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 'NOT_FOUND') throw error;
    return { fileId, status: 'failed', error: 'The file was deleted.' };
  }
}

function treat(deps: TreatDeps, job: FileOfRun, signal: AbortSignal): Promise<ItemResult> {
  const { pipelineSlug = '' } = job.run;
  const reading = findReadingPipeline(pipelineSlug);
  if (reading !== undefined) return readItem(deps, { ...job, pipeline: reading }, signal);
  const pipeline = findPipeline(pipelineSlug);
  if (pipeline === undefined) return Promise.resolve({ error: 'The pipeline does not exist any more.' });
  return pipeline.modes.includes('dedup')
    ? findFileDuplicates(deps, { ...job, pipeline }, signal)
    : cleanItem(deps, { ...job, pipeline }, signal);
}
