import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { findProject } from './get-project.ts';
import type { Project, ProjectChanges } from './project.ts';

/** Changes what is said about a project. NOT_FOUND for a project of another organization. */
export async function updateProject(
  deps: Pick<Deps, 'projects' | 'clock'>,
  call: CallContext,
  { projectId, changes }: { readonly projectId: string; readonly changes: ProjectChanges },
): Promise<Project> {
  if (Object.keys(changes).length === 0) return findProject(deps, call, projectId);
  const { name, ...others } = changes;
  const change = { ...others, ...(name !== undefined && { name: name.trim() }) };
  const now = deps.clock.now();
  const changed = await deps.projects.update(call.organizationId, projectId, { change, now });
  if (changed === undefined) throw notFound('project');
  return changed;
}
