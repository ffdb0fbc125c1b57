import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSemaphore } from '@assay/chassis/work/semaphore';
import { mebibytes } from '@assay/chassis/units';
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
import type { ChangedContent, UnitResult } from './unit.ts';

type CleanDeps = Pick<
  Deps,
  | 'datasets'
  | 'segments'
  | 'datasetFiles'
  | 'cleaners'
  | 'storage'
  | 'temporaryFolders'
  | 'clock'
  | 'filesAtOnce'
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
  const slots = createSemaphore(deps.filesAtOnce);
  return Promise.all(entries.map((entry) => slots.run(() => cleanFile(deps, { ...job, entry }, signal))));
}

interface FileJob extends CleaningJob {
  readonly entry: FileEntry;
}

/** Treats one file. Its new content is stored before the result is returned. */
async function cleanFile(deps: CleanDeps, job: FileJob, signal: AbortSignal): Promise<UnitResult> {
  const { entry, pipeline, dataset } = job;
  const { fileId, name, type, sizeBytes, sha256 } = entry;
  signal.throwIfAborted();
  const treat = deps.cleaners.findTreatment(pipeline, type);
  if (treat === undefined) return { fileId, outcome: 'unchanged' };
  if (treat.kind === 'skip') return { fileId, outcome: 'unchanged', skipped: treat.reason };
  return deps.temporaryFolders.with(async (folder) => {
    const [path, outputFolder] = [join(folder, 'source'), join(folder, 'output')];
    await mkdir(outputFolder);
    await deps.storage.download(buildObjectKey(dataset, entry), path);
    const result = await treat.run({ path, outputFolder, name, type, sizeBytes, sha256 }, signal);
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
    case 'unchanged': {
      const { outcome, skipped, features } = result;
      return { fileId, outcome, ...(skipped && { skipped }), ...(features && { features }) };
    }
    case 'changed': {
      const { outcome, features } = result;
      return { fileId, outcome, ...(features && { features }) };
    }
  }
}

/**
 * Creates the record of a derived file and writes its object. The record comes first, so that every object has a record; both may be
 * repeated, because their names follow from version, source and content.
 */
async function storeOutput(
  deps: CleanDeps,
  { dataset, version, entry }: FileJob,
  output: OutputFile,
): Promise<ChangedContent> {
  const { id: datasetId, internalId, modality, organizationId } = dataset;
  const fileId = buildDerivedFileId(version.id, entry.fileId);
  const { name, type, sizeBytes, sha256 } = output;
  const facts = { fileId, name, mimeType: type, sizeBytes, sha256 };
  const [record] = await deps.datasetFiles.addDerived(organizationId, {
    dataset: { datasetId, internalId, modality },
    versionId: version.id,
    uploaderId: version.createdBy,
    files: [{ ...facts, sourceFileId: entry.rawFileId }],
    projectId: undefined,
  });
  const key = buildObjectKey(dataset, { fileId, rawFileId: entry.rawFileId, sha256 });
  await deps.storage.upload(key, createReadStream(output.path), {
    contentType: type,
    partSizeBytes: mebibytes(8),
  });
  return { fileId, name, type, sizeBytes, sha256, createdAt: record?.createdAt ?? deps.clock.now() };
}
