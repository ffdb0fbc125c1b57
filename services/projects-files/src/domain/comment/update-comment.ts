import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Comment, CommentChanges } from './comment.ts';
import { findParent, getComment } from './get-comment.ts';

/** Changes a comment of the caller. Errors as UpdateComment says. */
export async function updateComment(
  deps: Pick<Deps, 'comments' | 'clock'>,
  call: CallContext,
  { commentId, changes }: { readonly commentId: string; readonly changes: CommentChanges },
): Promise<Comment> {
  const comment = await getComment(deps, call, commentId);
  if (comment.authorId !== readUserId(call)) {
    throw new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'Only the author can change a comment.');
  }
  if (Object.keys(changes).length === 0) return comment;
  if (changes.parentCommentId !== undefined) await checkParent(deps, comment, changes.parentCommentId);
  const edited = comment.edited || changes.edited === true || saysAnother(comment, changes);
  const change = { ...changes, edited };
  const changed = await deps.comments.update(call.organizationId, commentId, {
    change,
    now: deps.clock.now(),
  });
  if (changed === undefined) throw notFound('comment');
  return changed;
}

function saysAnother(comment: Comment, changes: CommentChanges): boolean {
  return (['text', 'image', 'time'] as const).some(
    (name) => name in changes && changes[name] !== comment[name],
  );
}

/** Answers lead to earlier comments alone, so that no thread leads back to itself, whatever is changed at the same time. */
async function checkParent(
  deps: Pick<Deps, 'comments'>,
  comment: Comment,
  parentCommentId: string,
): Promise<void> {
  const parent = await findParent(deps, comment, parentCommentId);
  if (parent.createdAt < comment.createdAt) return;
  throw invalidField('parentCommentId', 'parentCommentId must be an earlier comment');
}
