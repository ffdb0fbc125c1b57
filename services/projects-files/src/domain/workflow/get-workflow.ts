import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { getFile } from '../file/get-file.ts';
import { findProject } from '../project/get-project.ts';
import type { Workflow, WorkflowFilter } from './workflow.ts';

/** A record of the caller's organization. NOT_FOUND otherwise. */
export async function getWorkflow(
  { workflows }: Pick<Deps, 'workflows'>,
  { organizationId }: CallContext,
  workflowId: string,
): Promise<Workflow> {
  const workflow = await workflows.find(organizationId, workflowId);
  if (workflow === undefined) throw notFound('workflow');
  return workflow;
}

/** The records of a project or of the organization, newest first. NOT_FOUND for an unknown project. */
export async function listWorkflows(
  deps: Pick<Deps, 'projects' | 'workflows'>,
  call: CallContext,
  { filter, page }: { readonly filter: WorkflowFilter; readonly page: Page },
): Promise<PageOf<Workflow>> {
  if (filter.projectId !== undefined) await findProject(deps, call, filter.projectId);
  return deps.workflows.list(call.organizationId, filter, page);
}

/** The records that link a file, newest first. NOT_FOUND for an unknown file. */
export async function listFileWorkflows(
  deps: Pick<Deps, 'files' | 'workflows'>,
  call: CallContext,
  { fileId, page }: { readonly fileId: string; readonly page: Page },
): Promise<PageOf<Workflow>> {
  await getFile(deps, call, { fileId });
  return deps.workflows.listOfFile(call.organizationId, fileId, page);
}

/** Deletes a record and answers it as it was; its files stay as they are. NOT_FOUND for an unknown one. */
export async function deleteWorkflow(
  { workflows, comments }: Pick<Deps, 'workflows' | 'comments'>,
  { organizationId }: CallContext,
  workflowId: string,
): Promise<Workflow> {
  const workflow = await workflows.remove(organizationId, workflowId);
  // Also where the record is gone, so that who asks again removes what a killed process left.
  await comments.removeAbout(organizationId, { workflowId });
  if (workflow === undefined) throw notFound('workflow');
  return workflow;
}
