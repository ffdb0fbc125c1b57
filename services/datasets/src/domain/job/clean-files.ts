import type { FileResult, OutputFile } from '../../cleaning/treatment.ts';
import type { Deps } from '../../deps.ts';
import { buildObjectKey } from '../content/object-key.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { CleaningPipeline } from '../pipeline/pipeline.ts';
import { buildDerivedFileId } from './derived-file-id.ts';
import { JobError } from './end-job.ts';
import { readUnitFiles } from './read-unit.ts';
import type { JobUnit } from './read-unit.ts';
import { storeDerivedFile } from './store-derived-file.ts';
import { treatAll } from './treat-all.ts';
import type { ChangedContent, UnitResult } from './unit.ts';

type CleanDeps = Pick<
  Deps,
  | 'datasets'
  | 'segments'
  | 'datasetFiles'
  | 'cleaners'
  | 'localCopies'
  | 'storage'
  | 'temporaryFolders'
  | 'clock'
  | 'filesAtOnce'
  | 'places'
>;

interface CleaningJob extends JobUnit {
  readonly dataset: Dataset;
  readonly pipeline: CleaningPipeline;
}

/** Treats the files of a unit by the pipeline of its job. */
export async function cleanFiles(
  deps: CleanDeps,
  { version, unit }: JobUnit,
  signal: AbortSignal,
): Promise<readonly UnitResult[]> {
  const dataset = await deps.datasets.find(unit.organizationId, unit.datasetId);
  const pipeline = findPipeline(version.pipelineSlug ?? '');
  if (dataset === undefined || pipeline === undefined) throw new JobError('The dataset was deleted.');
  const job = { version, unit, dataset, pipeline };
  const entries = await readUnitFiles(deps, job);
  return deps.temporaryFolders.with((folder) =>
    treatAll(entries, { atOnce: deps.filesAtOnce, signal }, (entry, either) =>
      deps.places.run(
        unit.organizationId,
        (interrupted) => cleanFile({ ...deps, folder }, { ...job, entry }, interrupted),
        either,
      ),
    ),
  );
}

interface FileJob extends CleaningJob {
  readonly entry: FileEntry;
}

/** Treats one file. Its new content is stored before the result is returned. */
async function cleanFile(
  deps: CleanDeps & { readonly folder: string },
  job: FileJob,
  signal: AbortSignal,
): Promise<UnitResult> {
  const { entry, pipeline, dataset } = job;
  const { fileId, name, type, sizeBytes, sha256 } = entry;
  signal.throwIfAborted();
  const treat = deps.cleaners.findTreatment(pipeline, type);
  if (treat === undefined) return { fileId, outcome: 'unchanged' };
  if (treat.kind === 'skip') return { fileId, outcome: 'unchanged', skipped: treat.reason };
  const storageKey = buildObjectKey(dataset, entry);
  const stored = { fileId, storageKey, name, type, sizeBytes, sha256 };
  return deps.localCopies.with(deps.folder, stored, async (source) => {
    const result = await treat.run(source, signal);
    if (result.outcome !== 'changed') return toResult(fileId, result);
    const content = await storeOutput(deps, job, result.output);
    return { ...toResult(fileId, result), content };
  });
}

function toResult(fileId: string, result: FileResult): UnitResult {
  switch (result.outcome) {
    case 'removed': {
      const { outcome, reason, explanation } = result;
      return { fileId, outcome, reason, explanation };
    }
    case 'unchanged':
    case 'changed': {
      const { outcome, skipped, features, lostParts } = result;
      return {
        fileId,
        outcome,
        ...(skipped && { skipped }),
        ...(features && { features }),
        ...(lostParts && { lostParts }),
      };
    }
  }
}

/** Stores the new content of a file. */
async function storeOutput(
  deps: CleanDeps,
  { dataset, version, entry }: FileJob,
  output: OutputFile,
): Promise<ChangedContent> {
  const { id: datasetId, internalId, modality, organizationId } = dataset;
  const fileId = buildDerivedFileId(version.id, entry.fileId);
  const derived = {
    organizationId,
    fileId,
    sourceFileId: entry.rawFileId,
    versionId: version.id,
    uploaderId: version.createdBy,
    dataset: { datasetId, internalId, modality },
    projectId: undefined,
  };
  const record = await storeDerivedFile(deps, derived, output);
  const { name, type, sizeBytes, sha256 } = output;
  return { fileId, name, type, sizeBytes, sha256, createdAt: record.createdAt ?? deps.clock.now() };
}
