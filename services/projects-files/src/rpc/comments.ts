import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { CommentsServiceService } from '@assay/proto/comments/v1/comments_service';
import type { Deps } from '../deps.ts';
import { createComment } from '../domain/comment/create-comment.ts';
import { deleteComment } from '../domain/comment/delete-comment.ts';
import { getComment, listComments } from '../domain/comment/get-comment.ts';
import { updateComment } from '../domain/comment/update-comment.ts';
import {
  readCommentChanges,
  readCommentFilter,
  readSubject,
  toCommentMessage,
  toListCommentsResponse,
} from './comment-message.ts';

export const commentsRpcs: Rpcs<Deps, typeof CommentsServiceService> = {
  createComment: async (deps, call, { text, image, time, edited, parentCommentId, ...about }) => ({
    comment: toCommentMessage(
      await createComment(deps, call, { ...readSubject(about), text, image, time, edited, parentCommentId }),
    ),
  }),
  getComment: async (deps, call, { commentId }) => ({
    comment: toCommentMessage(await getComment(deps, call, commentId)),
  }),
  listComments: async (deps, call, request) =>
    toListCommentsResponse(
      await listComments(deps, call, { filter: readCommentFilter(request), page: request }),
    ),
  updateComment: async (deps, call, request) => ({
    comment: toCommentMessage(
      await updateComment(deps, call, { commentId: request.commentId, changes: readCommentChanges(request) }),
    ),
  }),
  deleteComment: async (deps, call, { commentId }) => ({
    comment: toCommentMessage(await deleteComment(deps, call, commentId)),
  }),
};
