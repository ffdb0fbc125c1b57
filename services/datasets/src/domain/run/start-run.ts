import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { ProjectFile } from './project-file.ts';
import type { Deps } from '../../deps.ts';
import { getDataset } from '../dataset/get-dataset.ts';
import { checkAvailability, cleanVersion } from '../job/start-job.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { JobTargetType, Pipeline } from '../pipeline/pipeline.ts';
import { checkMode, choosePipeline, findAnyPipeline } from './choose-pipeline.ts';
import type { RequestedMode } from './choose-pipeline.ts';
import { readModality } from './read-modality.ts';
import { toVersionRun } from '../job/record-run.ts';
import type { Run } from './run.ts';

type StartDeps = Pick<
  Deps,
  'datasets' | 'versions' | 'segments' | 'units' | 'runs' | 'cleaners' | 'projectFiles' | 'clock'
>;

export interface RunRequest {
  readonly targetType: JobTargetType;
  readonly targetId: string;
  readonly mode: RequestedMode;
  readonly pipelineSlug?: string | undefined;
  readonly label?: string | undefined;
}

/** Starts a run. The target is judged first, then the mode, then as decision D18 says. */
export function startRun(deps: StartDeps, call: CallContext, request: RunRequest): Promise<Run> {
  const start = request.targetType === 'dataset_version' ? startVersionRun : startFileRun;
  return start(deps, call, request);
}

/** A run on a version is a cleaning job with the rules of that job. */
async function startVersionRun(deps: StartDeps, call: CallContext, request: RunRequest): Promise<Run> {
  const { targetId: versionId, pipelineSlug, label } = request;
  const version = await deps.versions.findAnywhere(call.organizationId, versionId);
  if (version === undefined) throw notFound('version');
  const { datasetId } = version;
  const { modality } = await getDataset(deps, call, datasetId);
  const mode = checkMode(request.mode);
  const { slug } = choosePipeline({ mode, pipelineSlug, modality });
  return toVersionRun(await cleanVersion(deps, call, { datasetId, versionId, pipelineSlug: slug, label }));
}

async function startFileRun(deps: StartDeps, call: CallContext, request: RunRequest): Promise<Run> {
  const file = await deps.projectFiles.find(call.organizationId, request.targetId);
  const mode = checkMode(request.mode);
  if (request.label !== undefined)
    throw invalidField('label', 'A run on a file creates no version. Leave out `label`.');
  const modality = readModality(file.mimeType);
  const pipeline = choosePipeline({ mode, pipelineSlug: request.pipelineSlug, modality });
  checkFiles(deps, pipeline, { files: [file], field: 'pipelineSlug' });
  return requestRun(deps, call, { pipeline, files: [file], projectId: file.projectId });
}

export interface LanguageRunRequest {
  readonly projectId: string;
  readonly pipelineSlug: string;
  readonly fileIds: readonly string[];
}

/** Starts a language-technology run on files of a project. */
export async function startLanguageRun(
  deps: StartDeps,
  call: CallContext,
  { projectId, pipelineSlug, fileIds }: LanguageRunRequest,
): Promise<Run> {
  const files = await deps.projectFiles.findMany(call.organizationId, projectId, fileIds);
  const pipeline = findAnyPipeline(pipelineSlug);
  if (!pipeline.languageTechnology)
    throw invalidField(
      'pipelineSlug',
      `The pipeline ${pipelineSlug} is not in the language-technology catalog. Choose one of that catalog.`,
    );
  checkFiles(deps, pipeline, { files, field: 'fileIds' });
  return requestRun(deps, call, { pipeline, files, projectId });
}

interface CheckedFiles {
  readonly files: readonly ProjectFile[];
  /** The field of the request that is wrong if the pipeline does not support a file. */
  readonly field: string;
}

/** INVALID_ARGUMENT for a pipeline that does not support a file; FAILED_PRECONDITION for one that is in maintenance. */
function checkFiles(deps: StartDeps, pipeline: Pipeline, { files, field }: CheckedFiles): void {
  const { slug, supportedModalities } = pipeline;
  for (const { name, mimeType } of files) {
    const modality = readModality(mimeType);
    const isSupported = supportedModalities.includes(modality) || supportedModalities.includes('multimodal');
    if (!isSupported)
      throw invalidField(field, `The pipeline ${slug} does not support ${name}, which is ${mimeType}.`);
  }
  const cleaning = findPipeline(slug);
  if (cleaning !== undefined) checkAvailability(deps, cleaning);
}

interface FileRunRequest {
  readonly pipeline: Pipeline;
  readonly files: readonly ProjectFile[];
  readonly projectId: string;
}

function requestRun(
  { runs, clock }: StartDeps,
  call: CallContext,
  { pipeline, files, projectId }: FileRunRequest,
): Promise<Run> {
  const { slug: pipelineSlug, version: pipelineVersion, modes, languageTechnology } = pipeline;
  const { organizationId } = call;
  const none = undefined;
  return runs.request({
    id: newIdFor(call),
    organizationId,
    targetType: 'project_file',
    datasetId: none,
    versionId: none,
    targetId: files.length === 1 ? files[0]?.id : none,
    projectId,
    mode: modes[0],
    pipelineSlug,
    pipelineVersion,
    isLanguageTechnology: languageTechnology,
    status: 'pending',
    counts: none,
    error: none,
    items: files.map(({ id: fileId }) => ({ fileId, status: 'pending' })),
    createdBy: readUserId(call),
    createdAt: clock.now(),
    completedAt: none,
  });
}
