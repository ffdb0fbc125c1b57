import type { Deps } from '../../deps.ts';

type RemoveProjectDeps = Pick<
  Deps,
  | 'tombstones'
  | 'projects'
  | 'files'
  | 'storageUse'
  | 'folders'
  | 'comments'
  | 'workflows'
  | 'pipelineRuns'
  | 'inputData'
  | 'storage'
  | 'clock'
>;

const batchSize = 500;

/**
 * Removes what is in a deleted project, also what was stored after it was deleted, and the project itself, where the process
 * that deleted it died before. Does nothing for a project that was not deleted.
 */
export async function removeProject(
  {
    tombstones,
    projects,
    files,
    storageUse,
    folders,
    comments,
    workflows,
    inputData,
    pipelineRuns,
    storage,
    clock,
  }: RemoveProjectDeps,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  const tombstone = await tombstones.find(organizationId, projectId);
  if (tombstone?.kind !== 'project') return;
  await projects.remove(organizationId, projectId);
  await files.removeOfProject(organizationId, projectId);
  await storageUse.askForRecount(organizationId, clock.now());
  await workflows.removeOfProject(organizationId, projectId);
  await inputData.removeOfProject(organizationId, projectId);
  while ((await folders.removeOfProject(organizationId, projectId, batchSize)) > 0);
  while ((await comments.removeAbout(organizationId, { projectId }, batchSize)) > 0);
  while ((await pipelineRuns.removeOfProject(organizationId, projectId, batchSize)) > 0);
  await storage.removeAll(tombstone.storagePrefix);
  await tombstones.finish(tombstone, clock.now());
}
