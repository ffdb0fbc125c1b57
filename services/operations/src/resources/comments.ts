import { CommentsServiceService } from '@assay/proto/comments/v1/comments_service';
import { countedArray, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = CommentsServiceService;

const threads =
  'A comment that answers another one names it in `parentCommentId`; both are about the same file or workflow, else 400.';

export const comments: Resource = {
  tag: { name: 'Comments', description: 'What people say about files and workflows.' },
  operations: {
    listFileComments: operation('GET /v2/files/:fileId/comments', rpcs.listComments, {
      summary: 'List the comments about a file',
      description: 'All threads about one file, newest comment first.',
      omitted: ['projectId', 'workflowId'],
      answer: countedArray('comments', 'A page of comments.'),
    }),
    createFileComment: operation('POST /v2/files/:fileId/comments', rpcs.createComment, {
      summary: 'Comment on a file',
      description:
        `Makes a comment in the name of the calling user. ${threads} \`authorName\` is the name the author has now, and stays ` +
        'when the author takes another one.',
      omitted: ['workflowId'],
      status: 201,
      answer: one('comment', 'The new comment.'),
    }),
    listWorkflowComments: operation('GET /v2/workflows/:workflowId/comments', rpcs.listComments, {
      summary: 'List the comments about a workflow',
      description: 'All threads about one workflow, newest comment first.',
      omitted: ['projectId', 'fileId'],
      answer: countedArray('comments', 'A page of comments.'),
    }),
    createWorkflowComment: operation('POST /v2/workflows/:workflowId/comments', rpcs.createComment, {
      summary: 'Comment on a workflow',
      description: `Makes a comment in the name of the calling user. ${threads}`,
      omitted: ['fileId'],
      status: 201,
      answer: one('comment', 'The new comment.'),
    }),
    listComments: operation('GET /v2/comments', rpcs.listComments, {
      summary: 'List comments',
      description: 'The comments of the organization, newest first.',
      answer: countedArray('comments', 'A page of comments.'),
    }),
    getComment: operation('GET /v2/comments/:commentId', rpcs.getComment, {
      summary: 'Read a comment',
      description: 'One comment.',
      answer: one('comment', 'The comment.'),
    }),
    updateComment: operation('PUT /v2/comments/:commentId', rpcs.updateComment, {
      summary: 'Change a comment',
      description:
        'Only its author may (403). What is not sent stays, null clears; another text, picture or position sets `edited`. ' +
        `${threads} It answers an earlier one only.`,
      answer: one('comment', 'The comment.'),
    }),
    deleteComment: operation('DELETE /v2/comments/:commentId', rpcs.deleteComment, {
      summary: 'Delete a comment',
      description:
        'Its author may, and every admin (others: 403). Answers to it stay, and still name it in `parentCommentId`.',
      answer: one('comment', 'The comment as it was.'),
    }),
  },
};
