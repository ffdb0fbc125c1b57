import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { readEntries } from '../content/read-content.ts';
import { cleanUpJob } from './clean-up-job.ts';
import { releaseAfterMs } from '../release/collect-releases.ts';
import { findVersion } from '../version/find-version.ts';
import type { VersionName } from '../version/find-version.ts';
import { isRunning, runningStates } from '../version/version.ts';
import type { Version } from '../version/version.ts';

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
  if (!(await deps.versions.beginDeletion(version, planDeletion(deps, call)))) throw notFound('version');
  if (!(await finishDeletion(deps, version))) throw versionInUse(version);
}

/** Deletes a version whose job has not ended. Resolves to false when the job has ended. */
export async function cancelJob(deps: DeleteDeps, call: CallContext, version: Version): Promise<boolean> {
  if (!isRunning(version)) return false;
  const deletion = { ...planDeletion(deps, call), states: runningStates };
  return (await deps.versions.beginDeletion(version, deletion)) && finishDeletion(deps, version);
}

function planDeletion({ clock }: DeleteDeps, call: CallContext) {
  const now = clock.now();
  return { now, call, checkAt: new Date(now.getTime() + releaseAfterMs) };
}

/**
 * Removes everything of a version that is hidden. Releases are stored before the version goes, so that nothing is forgotten; a release
 * removes nothing that another version names. Returns false, and shows the version again, if another version was derived from it.
 */
export async function finishDeletion(deps: DeleteDeps, version: Version): Promise<boolean> {
  const { id, organizationId, datasetId } = version;
  if (await deps.versions.hasChildren(organizationId, id)) {
    await deps.versions.cancelDeletion(version);
    return false;
  }
  await releaseContent(deps, version);
  await cleanUpJob(deps, version);
  await deps.issues.removeScan({ organizationId, versionId: id });
  await deps.datasets.freeCleaning(organizationId, datasetId, id);
  // The document of the version goes, and its outbox with it. A repetition publishes the event with the same id.
  const event = await deps.versions.findDeletionEvent(version);
  if (event !== undefined) await deps.datasets.publish(organizationId, datasetId, event);
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
