import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { getDataset } from '../dataset/get-dataset.ts';
import { isFinished, readableStates } from './version.ts';
import type { Version } from './version.ts';

export interface VersionName {
  readonly datasetId: string;
  readonly versionId: string;
}

type FindDeps = Pick<Deps, 'datasets' | 'versions'>;

/** Returns the raw version. Creates it if the process that created the dataset died before. */
export async function findRaw({ versions }: Pick<Deps, 'versions'>, dataset: Dataset): Promise<Version> {
  const { organizationId, id, rawVersionId } = dataset;
  const raw = await versions.find(organizationId, id, rawVersionId);
  return raw ?? versions.insertRaw(dataset);
}

/** Returns a version with its dataset. NOT_FOUND for an unknown one, or one of another organization. */
export async function findVersion(
  deps: FindDeps,
  call: Pick<CallContext, 'organizationId'>,
  { datasetId, versionId }: VersionName,
): Promise<{ readonly dataset: Dataset; readonly version: Version }> {
  const dataset = await getDataset(deps, call, datasetId);
  const version =
    versionId === dataset.rawVersionId
      ? await findRaw(deps, dataset)
      : await deps.versions.find(call.organizationId, datasetId, versionId);
  if (version === undefined) throw notFound('version');
  return { dataset, version };
}

/** Returns a version whose content can be read. FAILED_PRECONDITION with reason VERSION_UNFINISHED otherwise. */
export async function findFinishedVersion(
  deps: FindDeps,
  call: Pick<CallContext, 'organizationId'>,
  name: VersionName,
): Promise<{ readonly dataset: Dataset; readonly version: Version }> {
  const found = await findVersion(deps, call, name);
  requireFinished(found.version);
  return found;
}

/** FAILED_PRECONDITION with reason VERSION_UNFINISHED for a version whose content cannot be read. */
export function requireFinished(version: Version): void {
  if (isFinished(version)) return;
  const { state } = version;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'VERSION_UNFINISHED',
    state === 'failed'
      ? 'The job of the version failed, so the version has no files. Start the job again.'
      : 'The job of the version still runs. Wait until it ends.',
    { details: { state, allowed: readableStates } },
  );
}
