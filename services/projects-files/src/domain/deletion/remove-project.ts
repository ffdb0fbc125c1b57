import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { endUploadsOfProject } from '../resumable-upload/end-upload.ts';
import type { CountingDeps } from '../room/room.ts';
import { removeDeletedFiles } from './remove-deleted-files.ts';

type RemoveProjectDeps = CountingDeps &
  Pick<
    Deps,
    | 'tombstones'
    | 'projects'
    | 'folders'
    | 'comments'
    | 'workflows'
    | 'pipelineRuns'
    | 'inputData'
    | 'resumableUploads'
    | 'storage'
    | 'objectDeletions'
    | 'renditions'
    | 'logger'
  >;

/** Longer than an upload of one request takes; what is there for longer was left by a process that died. */
const abandonedAfterMs = hours(1);

/**
 * Removes what is in a deleted project, also what was stored after it was deleted, and the project itself, where the process
 * that deleted it died before. Does nothing for a project that was not deleted.
 */
export async function removeProject(
  deps: RemoveProjectDeps,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  const { tombstones, projects, storage, clock } = deps;
  const tombstone = await tombstones.find(organizationId, projectId);
  if (tombstone?.kind !== 'project') return;
  await projects.remove(organizationId, projectId);
  await removeDeletedFiles(deps, tombstone, { projectId });
  await endUploadsOfProject(deps, organizationId, projectId);
  for (const store of [deps.workflows, deps.inputData, deps.folders, deps.pipelineRuns]) {
    await store.removeOfProject(organizationId, projectId);
  }
  await deps.comments.removeAbout(organizationId, { projectId });
  await deps.renditions.remove(organizationId, tombstone.storagePrefix);
  await deps.objectDeletions.schedule(organizationId, tombstone.storagePrefix);
  const abandonedBefore = new Date(clock.now().getTime() - abandonedAfterMs);
  await storage.abortIncompleteUploads(tombstone.storagePrefix, abandonedBefore);
  await tombstones.finish(tombstone, clock.now());
}
