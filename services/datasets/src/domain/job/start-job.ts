import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { countFiles } from '../content/read-content.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { CleaningPipeline } from '../pipeline/pipeline.ts';
import { findRaw, findVersion } from '../version/find-version.ts';
import type { VersionName } from '../version/find-version.ts';
import { derivedVersion } from '../version/version.ts';
import type { FrozenSource, NewDerivedVersion, Version } from '../version/version.ts';
import { checkJobAfterMs, insertUnits } from './advance-job.ts';
import { cleaningRuns, freePlace, takePlace } from './cleaning-place.ts';

type StartDeps = Pick<Deps, 'datasets' | 'versions' | 'segments' | 'units' | 'runs' | 'cleaners' | 'clock'>;

export interface CleanRequest extends VersionName {
  readonly pipelineSlug: string;
  readonly label?: string | undefined;
  /** Files of the version that no duplicate step removes. */
  readonly keepFileIds?: readonly string[];
  readonly removeChangedCopies?: boolean | undefined;
}

/** Starts a cleaning job. The checks are in the order of decision D18. */
export async function cleanVersion(
  deps: StartDeps,
  call: CallContext,
  { pipelineSlug, label, keepFileIds = [], removeChangedCopies = false, ...name }: CleanRequest,
): Promise<Version> {
  const { dataset, version: parent } = await findVersion(deps, call, name);
  const pipeline = findPipeline(pipelineSlug);
  if (pipeline === undefined) throw notFound('pipeline');
  checkModality(dataset, pipeline);
  checkAvailability(deps, pipeline);
  checkSource(parent);
  await checkFiles(deps, parent, keepFileIds);
  const id = newIdFor(call);
  await takePlace(deps, dataset, id);
  try {
    return await start(deps, dataset, {
      ...describeJob(call, deps, { id, parent, label }),
      pipelineSlug,
      keepFileIds,
      removesChangedCopies: removeChangedCopies,
      state: 'cleaning',
    });
  } catch (error) {
    await freePlace(deps, dataset, id);
    throw error;
  }
}

/** Starts an enrichment job. */
export async function enrichVersion(deps: StartDeps, call: CallContext, name: VersionName): Promise<Version> {
  const { dataset, version: parent } = await findVersion(deps, call, name);
  checkSource(parent);
  const id = newIdFor(call);
  const job = describeJob(call, deps, { id, parent, label: undefined });
  return start(deps, dataset, { ...job, pipelineSlug: undefined, state: 'enriching' });
}

function checkModality({ modality }: Dataset, { slug, supportedModalities }: CleaningPipeline): void {
  if (!supportedModalities.includes(modality))
    throw invalidField(
      'pipelineSlug',
      `The pipeline ${slug} does not support datasets of modality ${modality}.`,
    );
}

/** FAILED_PRECONDITION with reason PIPELINE_UNAVAILABLE for a pipeline in maintenance. */
export function checkAvailability({ cleaners }: Pick<Deps, 'cleaners'>, pipeline: CleaningPipeline): void {
  const reason = cleaners.findUnavailability(pipeline);
  if (reason === undefined) return;
  throw new DomainError('FAILED_PRECONDITION', 'PIPELINE_UNAVAILABLE', reason, {
    details: { state: 'maintenance', allowed: ['active'] },
  });
}

function checkSource({ id: versionId, state }: Version): void {
  if (state === 'raw' || state === 'cleaned') return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'VERSION_STATE',
    'A job needs a version in state raw or cleaned.',
    { details: { versionId, state } },
  );
}

/** NOT_FOUND for a file that the version does not name. */
async function checkFiles(
  { segments }: StartDeps,
  { organizationId, segmentIds }: Version,
  fileIds: readonly string[],
): Promise<void> {
  if ((await segments.listMissing(organizationId, segmentIds, fileIds)).length > 0) throw notFound('file');
}

interface JobFacts {
  readonly id: string;
  readonly parent: Version;
  readonly label: string | undefined;
}

function describeJob(call: CallContext, { clock }: StartDeps, { id, parent, label }: JobFacts) {
  const { organizationId, datasetId } = parent;
  const created = { createdBy: readUserId(call), createdAt: clock.now() };
  return { id, organizationId, datasetId, parentVersionId: parent.id, label, ...created };
}

/**
 * Freezes the source, and stores the version with its units. A process that dies in between leaves a version whose job the check of jobs
 * continues, or no version at all.
 */
async function start(
  deps: StartDeps,
  dataset: Dataset,
  job: Omit<NewDerivedVersion, 'source'>,
): Promise<Version> {
  const { organizationId, datasetId, parentVersionId, createdAt } = job;
  const source = await freeze(deps, dataset, parentVersionId);
  if (source.fileCount === 0) throw emptyVersion();
  if ((await deps.versions.count(organizationId, datasetId)) >= maxVersions) throw tooManyVersions();
  const checkAt = new Date(createdAt.getTime() + checkJobAfterMs);
  const version = await deps.versions.insert(derivedVersion({ ...job, source }), checkAt);
  await checkStart(deps, version);
  await insertUnits(deps, version);
  return version;
}

/** Seals the segments of raw, so that they never change again. Every other version is frozen already. */
async function freeze(deps: StartDeps, dataset: Dataset, versionId: string): Promise<FrozenSource> {
  const { organizationId, id } = dataset;
  if (versionId === dataset.rawVersionId) {
    const { segmentIds } = await findRaw(deps, dataset);
    await deps.segments.seal(organizationId, segmentIds);
  }
  const source = await deps.versions.find(organizationId, id, versionId);
  if (source === undefined) throw notFound('version');
  const sealed = await deps.segments.listHeaders(organizationId, source.segmentIds);
  const segmentIds = sealed
    .filter(({ isSealed, fileCount }) => isSealed && fileCount > 0)
    .map((header) => header.id);
  const { fileCount } = await countFiles(deps, { organizationId, segmentIds });
  return { segmentIds, fileCount };
}

/**
 * Removes the version if its parent was deleted, or if another job took the place for cleaning jobs, while it was stored. Both deletion
 * and start write first and look afterwards, so that at least one of them sees the other.
 */
async function checkStart({ datasets, versions }: StartDeps, version: Version): Promise<void> {
  const { id, organizationId, datasetId, parentVersionId = '', state } = version;
  if ((await versions.find(organizationId, datasetId, parentVersionId)) === undefined) {
    await versions.remove(organizationId, id);
    throw notFound('version');
  }
  if (state !== 'cleaning') return;
  const holder = await datasets.findCleaning(organizationId, datasetId);
  if (holder?.versionId === id) return;
  await versions.remove(organizationId, id);
  throw holder === undefined ? notFound('dataset') : cleaningRuns(holder.versionId);
}

/** The maximum number of versions of a dataset. */
const maxVersions = 1_000;

function tooManyVersions(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'VERSION_LIMIT',
    `A dataset has at most ${maxVersions.toString()} versions. Delete versions that are not used.`,
    { details: { limit: maxVersions } },
  );
}

function emptyVersion(): DomainError {
  const details = { reason: 'empty_version' };
  return new DomainError('FAILED_PRECONDITION', 'VERSION_EMPTY', 'The version has no files.', { details });
}
