import { newIdFor } from '@assay/chassis/ids';
import type { OutputFile } from '../../cleaning/treatment.ts';
import { storeDerivedFile } from '../job/store-derived-file.ts';
import type { CleaningPipeline } from '../pipeline/pipeline.ts';
import { withFile } from './file-of-run.ts';
import type { FileOfRun, ItemResult, TreatDeps } from './file-of-run.ts';

interface CleanedFile extends FileOfRun {
  readonly pipeline: CleaningPipeline;
}

/**
 * Cleans a file of a project. A changed file becomes a new file of the project; the original stays, also if the pipeline would remove it
 * from a dataset.
 */
export async function cleanItem(deps: TreatDeps, job: CleanedFile, signal: AbortSignal): Promise<ItemResult> {
  const { file, pipeline } = job;
  const treatment = deps.cleaners.findTreatment(pipeline, file.mimeType);
  if (treatment === undefined) return { result: { outcome: 'unchanged' } };
  if (treatment.kind === 'skip') return { result: { outcome: 'unchanged', skipped: treatment.reason } };
  return withFile(deps, file, async (source) => {
    const treated = await treatment.run(source, signal);
    switch (treated.outcome) {
      case 'unchanged': {
        const { outcome, skipped, lostParts } = treated;
        return {
          result: { outcome, ...(skipped !== undefined && { skipped }), ...(lostParts && { lostParts }) },
        };
      }
      case 'removed': {
        const { outcome, reason, explanation } = treated;
        return { result: { outcome, reason, explanation } };
      }
      case 'changed': {
        const { outcome, steps, skipped, lostParts, output } = treated;
        const result = {
          outcome,
          steps,
          ...(skipped !== undefined && { skipped }),
          ...(lostParts && { lostParts }),
        };
        return { resultFileId: await storeOutput(deps, job, output), result };
      }
    }
  });
}

/** Stores the new file of the project. */
async function storeOutput(deps: TreatDeps, { run, file }: CleanedFile, output: OutputFile): Promise<string> {
  const derived = {
    organizationId: run.organizationId,
    fileId: newIdFor({ operation: `run ${run.id} ${file.id}` }),
    sourceFileId: file.id,
    versionId: run.id,
    uploaderId: run.createdBy,
    dataset: undefined,
    projectId: file.projectId,
  };
  return (await storeDerivedFile(deps, derived, output)).id;
}
