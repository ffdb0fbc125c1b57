import { includesRole } from '@assay/chassis/authorization';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import type { Comment } from './comment.ts';
import { getComment } from './get-comment.ts';

/** Deletes a comment of the caller, or anybody's where the caller is an admin; answers to it stay. */
export async function deleteComment(
  deps: Pick<Deps, 'comments'>,
  call: CallContext,
  commentId: string,
): Promise<Comment> {
  const { authorId } = await getComment(deps, call, commentId);
  if (!mayDelete(call, authorId)) {
    throw new DomainError(
      'PERMISSION_DENIED',
      'FORBIDDEN',
      'Only the author or an admin can delete a comment.',
    );
  }
  const removed = await deps.comments.remove(call.organizationId, commentId);
  if (removed === undefined) throw notFound('comment');
  return removed;
}

function mayDelete({ actor }: CallContext, authorId: string): boolean {
  return actor.kind === 'user' && (actor.userId === authorId || includesRole(actor.role, Role.ADMIN));
}
