import { createReadStream } from 'node:fs';
import { newIdFor } from '@assay/chassis/ids';
import { mebibytes } from '@assay/chassis/units';
import type { OutputFile } from '../../cleaning/treatment.ts';
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
        const { outcome, skipped } = treated;
        return { result: { outcome, ...(skipped !== undefined && { skipped }) } };
      }
      case 'removed': {
        const { outcome, reason, explanation } = treated;
        return { result: { outcome, reason, explanation } };
      }
      case 'changed': {
        const { outcome, steps, output } = treated;
        return { resultFileId: await storeOutput(deps, job, output), result: { outcome, steps } };
      }
    }
  });
}

/**
 * Creates the record of the new file and writes its object. Both may be repeated: the id follows from run and source, and projects-files
 * names the object.
 */
async function storeOutput(deps: TreatDeps, { run, file }: CleanedFile, output: OutputFile): Promise<string> {
  const { name, type, sizeBytes, sha256 } = output;
  const fileId = newIdFor({ operation: `run ${run.id} ${file.id}` });
  const [record] = await deps.datasetFiles.addDerived(run.organizationId, {
    dataset: undefined,
    versionId: run.id,
    uploaderId: run.createdBy,
    files: [{ fileId, sourceFileId: file.id, name, mimeType: type, sizeBytes, sha256 }],
    projectId: file.projectId,
  });
  if (record === undefined) throw new Error('projects-files answered without the derived file');
  await deps.storage.upload(record.storageKey, createReadStream(output.path), {
    contentType: type,
    partSizeBytes: mebibytes(8),
  });
  return record.id;
}
