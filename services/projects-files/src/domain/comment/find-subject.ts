import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { requireProjectFile } from '../file/dataset-file.ts';
import { getFile } from '../file/get-file.ts';
import type { CommentSubject } from './comment.ts';

export type SubjectDeps = Pick<Deps, 'files' | 'workflows'>;

/** A file or a workflow by its id. */
export type SubjectId = Pick<CommentSubject, 'fileId' | 'workflowId'>;

/**
 * What is commented on. INVALID_ARGUMENT unless exactly one is named, NOT_FOUND for an unknown one, FAILED_PRECONDITION with reason
 * DATASET_FILE for a file of a dataset.
 */
export async function findSubject(
  deps: SubjectDeps,
  call: CallContext,
  { fileId, workflowId }: SubjectId,
): Promise<CommentSubject> {
  const { organizationId } = call;
  if (fileId !== undefined && workflowId !== undefined) {
    throw invalidField('workflowId', 'workflowId cannot be combined with fileId');
  }
  if (workflowId !== undefined) {
    const workflow = await deps.workflows.find(organizationId, workflowId);
    if (workflow === undefined) throw notFound('workflow');
    return { organizationId, projectId: workflow.projectId, fileId, workflowId };
  }
  if (fileId === undefined) throw invalidField('fileId', 'fileId or workflowId is required');
  const { projectId } = requireProjectFile(await getFile(deps, call, { fileId }));
  return { organizationId, projectId, fileId, workflowId };
}
