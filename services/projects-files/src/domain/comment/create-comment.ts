import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { Comment, CommentContent, CommentSubject } from './comment.ts';
import { findSubject } from './find-subject.ts';
import type { SubjectDeps, SubjectId } from './find-subject.ts';
import { findParent } from './get-comment.ts';

type CreateDeps = SubjectDeps & Pick<Deps, 'comments' | 'members' | 'clock'>;

/** Makes a comment in the name of the caller. Errors as CreateComment says. */
export async function createComment(
  deps: CreateDeps,
  call: CallContext,
  { fileId, workflowId, ...content }: CommentContent & SubjectId,
): Promise<Comment> {
  const about = await findSubject(deps, call, { fileId, workflowId });
  const createdAt = await timeBehind(deps, about, content.parentCommentId);
  const authorId = readUserId(call);
  const { member } = await deps.members.getMember(call, { userId: authorId });
  const author = { authorId, authorName: member?.name ?? '' };
  const comment = { id: newIdFor(call), ...about, ...content, ...author, createdAt, updatedAt: createdAt };
  const stored = await deps.comments.insert(comment);
  try {
    // Who deletes the file at the same time sees the comment, or this sees that the file is gone.
    await findSubject(deps, call, about);
  } catch (error) {
    await deps.comments.remove(about.organizationId, stored.id);
    throw error;
  }
  return stored;
}

/** Now, and behind the comment that is answered, whatever that process's clock said: so that no thread leads back to itself. */
async function timeBehind(
  deps: CreateDeps,
  about: CommentSubject,
  parentCommentId: string | undefined,
): Promise<Date> {
  const now = deps.clock.now();
  if (parentCommentId === undefined) return now;
  const parent = await findParent(deps, about, parentCommentId);
  return new Date(Math.max(now.getTime(), parent.createdAt.getTime() + 1));
}
