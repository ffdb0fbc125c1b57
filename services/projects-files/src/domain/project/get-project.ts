import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Project } from './project.ts';

/** A project of the caller's organization. NOT_FOUND otherwise. */
export async function findProject(
  { projects }: Pick<Deps, 'projects'>,
  { organizationId }: CallContext,
  projectId: string,
): Promise<Project> {
  const project = await projects.find(organizationId, projectId);
  if (project === undefined) throw notFound('project');
  return project;
}

/** The same with how many files it holds. */
export async function getProject(
  deps: Pick<Deps, 'projects' | 'files'>,
  call: CallContext,
  projectId: string,
): Promise<{ readonly project: Project; readonly fileCount: number }> {
  const project = await findProject(deps, call, projectId);
  return { project, fileCount: await deps.files.count(call.organizationId, projectId) };
}
