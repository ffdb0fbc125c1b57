import { readChanges } from '@assay/chassis/grpc/update-mask';
import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type { PageOf } from '@assay/chassis/pagination';
import type { Comment as CommentMessage } from '@assay/proto/comments/v1/comment';
import type {
  ListCommentsRequest,
  ListCommentsResponse,
  UpdateCommentRequest,
} from '@assay/proto/comments/v1/comments_service';
import type { Comment, CommentChanges, CommentFilter } from '../domain/comment/comment.ts';

export function toCommentMessage(comment: Comment): CommentMessage {
  return { ...comment };
}

export function toListCommentsResponse({ items, ...facts }: PageOf<Comment>): ListCommentsResponse {
  return { comments: items.map(toCommentMessage), ...facts };
}

export function readSubject({ fileId, workflowId }: Pick<ListCommentsRequest, 'fileId' | 'workflowId'>) {
  return { fileId: optionalText(fileId), workflowId: optionalText(workflowId) };
}

export function readCommentFilter({ projectId, ...about }: ListCommentsRequest): CommentFilter {
  return { projectId: optionalText(projectId), ...readSubject(about) };
}

const readers: Readonly<Record<string, (request: UpdateCommentRequest) => CommentChanges>> = {
  text: ({ text }) => ({ text }),
  image: ({ image }) => ({ image }),
  time: ({ time }) => ({ time }),
  edited: ({ edited }) => ({ edited }),
  parent_comment_id: ({ parentCommentId }) => ({ parentCommentId }),
};

export function readCommentChanges(request: UpdateCommentRequest): CommentChanges {
  return readChanges<UpdateCommentRequest, CommentChanges>(request, readers);
}
