import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { CountingDeps } from '../room/room.ts';
import { removeFiles } from '../room/remove-files.ts';
import { filesPrefix } from './files-prefix.ts';
import { findProject } from './get-project.ts';

/**
 * Deletes a project: with its tombstone the deletion is decided, and whatever this process does not do any more is done when it
 * is announced. Neither project nor files nor records of workflows are found once it returns. NOT_FOUND for a project of another organization.
 */
export async function deleteProject(
  deps: CountingDeps & Pick<Deps, 'projects' | 'workflows' | 'tombstones'>,
  call: CallContext,
  projectId: string,
): Promise<void> {
  const { id, organizationId } = await findProject(deps, call, projectId);
  const storagePrefix = filesPrefix(organizationId, id);
  const tombstone = { id, kind: 'project', organizationId, projectId: id, storagePrefix } as const;
  await deps.tombstones.insert({ ...tombstone, deletedAt: deps.clock.now() }, call);
  await deps.projects.remove(organizationId, id);
  await removeFiles(deps, organizationId, { projectId });
  await deps.workflows.removeOfProject(organizationId, id);
  deps.tombstones.announce(id);
}
