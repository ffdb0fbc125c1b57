import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { readEntries } from '../content/read-content.ts';
import { cleanUpJob } from '../job/clean-up-job.ts';
import { releaseAfterMs } from '../release/collect-releases.ts';
import { findVersion } from './find-version.ts';
import type { VersionName } from './find-version.ts';
import { isRunning, runningStates } from './version.ts';
import type { Version } from './version.ts';

type DeleteDeps = Pick<
  Deps,
  'datasets' | 'versions' | 'segments' | 'units' | 'runs' | 'releases' | 'issues' | 'clock'
>;

/**
 * Deletes a derived version. The deletion hides the version first and looks for children afterwards; the start of a job stores the child
 * first and looks for the parent afterwards. So at least one of them sees the other.
 */
export async function deleteVersion(deps: DeleteDeps, call: CallContext, name: VersionName): Promise<void> {
  const { version } = await findVersion(deps, call, name);
  if (version.state === 'raw') throw versionInUse(version);
  const checkAt = new Date(deps.clock.now().getTime() + releaseAfterMs);
  if (!(await deps.versions.beginDeletion(version, checkAt))) throw notFound('version');
  if (!(await finishDeletion(deps, version))) throw versionInUse(version);
}

/** Deletes a version whose job has not ended. Resolves to false when the job has ended. */
export async function cancelJob(deps: DeleteDeps, version: Version): Promise<boolean> {
  const checkAt = new Date(deps.clock.now().getTime() + releaseAfterMs);
  if (!isRunning(version) || !(await deps.versions.beginDeletion(version, checkAt, runningStates)))
    return false;
  return finishDeletion(deps, version);
}

/**
 * Removes everything of a version that is hidden. Releases are stored before the version goes, so that nothing is forgotten; a release
 * removes nothing that another version names. Returns false, and shows the version again, if another version was derived from it.
 */
export async function finishDeletion(deps: DeleteDeps, version: Version): Promise<boolean> {
  const { id, organizationId } = version;
  if (await deps.versions.hasChildren(organizationId, id)) {
    await deps.versions.cancelDeletion(version);
    return false;
  }
  await releaseContent(deps, version);
  await cleanUpJob(deps, version);
  await deps.issues.removeScan({ organizationId, versionId: id });
  await deps.versions.remove(organizationId, id);
  return true;
}

async function releaseContent({ segments, releases, clock }: DeleteDeps, version: Version): Promise<void> {
  const { id, organizationId, datasetId, segmentIds } = version;
  const dueAt = new Date(clock.now().getTime() + releaseAfterMs);
  for (const segmentId of segmentIds) {
    for await (const entries of readEntries({ segments }, { organizationId, segmentIds: [segmentId] })) {
      const fileIds = entries.map(({ fileId }) => fileId);
      const release = { organizationId, datasetId, fileIds, segmentIds: [segmentId], dueAt };
      await releases.insert({ id: `${id}.${segmentId}`, ...release });
    }
  }
}

function versionInUse({ id: versionId, state }: Version): DomainError {
  const message =
    state === 'raw'
      ? 'The raw version cannot be deleted. Delete the dataset instead.'
      : 'Another version was derived from this one. Delete that version first.';
  return new DomainError('FAILED_PRECONDITION', 'VERSION_IN_USE', message, { details: { versionId, state } });
}
