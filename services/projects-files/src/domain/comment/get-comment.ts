import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { getFile } from '../file/get-file.ts';
import { findProject } from '../project/get-project.ts';
import type { Comment, CommentFilter } from './comment.ts';

/** A comment of the caller's organization. NOT_FOUND otherwise. */
export async function getComment(
  { comments }: Pick<Deps, 'comments'>,
  { organizationId }: CallContext,
  commentId: string,
): Promise<Comment> {
  const comment = await comments.find(organizationId, commentId);
  if (comment === undefined) throw notFound('comment');
  return comment;
}

/** Newest first. NOT_FOUND for an unknown project or file. */
export async function listComments(
  deps: Pick<Deps, 'comments' | 'files' | 'projects'>,
  call: CallContext,
  { filter, page }: { readonly filter: CommentFilter; readonly page: Page },
): Promise<PageOf<Comment>> {
  const { projectId, fileId } = filter;
  if (fileId !== undefined)
    await getFile(deps, call, { fileId, ...(projectId !== undefined && { projectId }) });
  else if (projectId !== undefined) await findProject(deps, call, projectId);
  return deps.comments.list(call.organizationId, filter, page);
}

/** The comment that another one may answer: INVALID_ARGUMENT unless both are about the same. */
export async function findParent(
  { comments }: Pick<Deps, 'comments'>,
  about: Pick<Comment, 'organizationId' | 'fileId' | 'workflowId'>,
  parentCommentId: string,
): Promise<Comment> {
  const parent = await comments.find(about.organizationId, parentCommentId);
  if (parent === undefined || parent.fileId !== about.fileId || parent.workflowId !== about.workflowId) {
    throw invalidField('parentCommentId', 'parentCommentId is no comment about the same');
  }
  return parent;
}
