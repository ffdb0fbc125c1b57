import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { isProjectFile } from '../file/dataset-file.ts';
import { getFile } from '../file/get-file.ts';
import { findProject } from '../project/get-project.ts';
import type { Comment, CommentFilter } from './comment.ts';
import { findSubject } from './find-subject.ts';
import type { SubjectDeps } from './find-subject.ts';

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

/** Newest first. NOT_FOUND for an unknown project, file or workflow, and for one that is not in the project. */
export async function listComments(
  deps: SubjectDeps & Pick<Deps, 'comments' | 'projects'>,
  call: CallContext,
  { filter, page }: { readonly filter: CommentFilter; readonly page: Page },
): Promise<PageOf<Comment>> {
  const { projectId, fileId, workflowId } = filter;
  const isAboutFile = fileId !== undefined && workflowId === undefined;
  // A file of a dataset has no comments.
  const hasList =
    isAboutFile && projectId === undefined && !isProjectFile(await getFile(deps, call, { fileId }));
  if (!hasList && (fileId !== undefined || workflowId !== undefined)) {
    const about = await findSubject(deps, call, filter);
    if (projectId !== undefined && about.projectId !== projectId) {
      throw notFound(fileId === undefined ? 'workflow' : 'file');
    }
  } else if (projectId !== undefined) await findProject(deps, call, projectId);
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
    throw invalidField('parentCommentId', 'parentCommentId must be a comment on the same file or workflow');
  }
  return parent;
}
