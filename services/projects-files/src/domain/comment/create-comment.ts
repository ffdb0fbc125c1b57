import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { getFile } from '../file/get-file.ts';
import type { Comment, CommentContent } from './comment.ts';
import { findParent } from './get-comment.ts';

type CreateDeps = Pick<Deps, 'comments' | 'files' | 'members' | 'clock'>;

/** Makes a comment about a file in the name of the caller. Errors as CreateComment says. */
export async function createComment(
  deps: CreateDeps,
  call: CallContext,
  { fileId, ...content }: CommentContent & { readonly fileId: string },
): Promise<Comment> {
  const { organizationId } = call;
  const { projectId } = await getFile(deps, call, { fileId });
  const about = { organizationId, projectId, fileId, workflowId: undefined };
  const createdAt = await timeBehind(deps, about, content.parentCommentId);
  const authorId = userIdOf(call);
  const { member } = await deps.members.getMember(call, { userId: authorId });
  const author = { authorId, authorName: member?.name ?? '' };
  const comment = { id: newIdFor(call), ...about, ...content, ...author, createdAt, updatedAt: createdAt };
  const stored = await deps.comments.insert(comment);
  // Who deletes the file at the same time sees the comment, or this sees that the file is gone.
  if ((await deps.files.find(organizationId, fileId)) !== undefined) return stored;
  await deps.comments.remove(organizationId, stored.id);
  throw notFound('file');
}

/** Now, and behind the comment that is answered, whatever that process's clock said: so that no thread leads back to itself. */
async function timeBehind(
  deps: CreateDeps,
  about: Pick<Comment, 'organizationId' | 'fileId' | 'workflowId'>,
  parentCommentId: string | undefined,
): Promise<Date> {
  const now = deps.clock.now();
  if (parentCommentId === undefined) return now;
  const parent = await findParent(deps, about, parentCommentId);
  return new Date(Math.max(now.getTime(), parent.createdAt.getTime() + 1));
}
