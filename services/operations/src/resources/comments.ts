import { CommentsServiceService } from '@assay/proto/comments/v1/comments_service';
import { countedArray, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = CommentsServiceService;

const threads =
  'A reply names its parent in `parentCommentId`; both must be comments on the same file or workflow.';

export const comments: Resource = {
  tag: { name: 'Comments', description: 'Comments on files and workflows.' },
  operations: {
    listFileComments: operation('GET /v2/files/:fileId/comments', rpcs.listComments, {
      summary: 'List the comments on a file',
      description: 'Lists the comments of all threads on one file, newest first.',
      omitted: ['projectId', 'workflowId'],
      answer: countedArray('comments', 'A page of comments.'),
    }),
    createFileComment: operation('POST /v2/files/:fileId/comments', rpcs.createComment, {
      summary: 'Comment on a file',
      description:
        `Creates a comment with the calling user as the author. ${threads} \`authorName\` is the current name of the author, and ` +
        'does not change when the author changes it.',
      omitted: ['workflowId'],
      errors: ['DATASET_FILE'],
      status: 201,
      answer: one('comment', 'The new comment.'),
    }),
    listWorkflowComments: operation('GET /v2/workflows/:workflowId/comments', rpcs.listComments, {
      summary: 'List the comments on a workflow',
      description: 'Lists the comments of all threads on one workflow, newest first.',
      omitted: ['projectId', 'fileId'],
      answer: countedArray('comments', 'A page of comments.'),
    }),
    createWorkflowComment: operation('POST /v2/workflows/:workflowId/comments', rpcs.createComment, {
      summary: 'Comment on a workflow',
      description: `Creates a comment with the calling user as the author. ${threads}`,
      omitted: ['fileId'],
      status: 201,
      answer: one('comment', 'The new comment.'),
    }),
    listComments: operation('GET /v2/comments', rpcs.listComments, {
      summary: 'List comments',
      description:
        'Lists the comments of the organization, newest first. A file of a dataset has none; together with a project, it is refused with ' +
        '{DATASET_FILE}.',
      errors: ['DATASET_FILE'],
      answer: countedArray('comments', 'A page of comments.'),
    }),
    getComment: operation('GET /v2/comments/:commentId', rpcs.getComment, {
      summary: 'Read a comment',
      description: 'Returns one comment.',
      answer: one('comment', 'The comment.'),
    }),
    updateComment: operation('PUT /v2/comments/:commentId', rpcs.updateComment, {
      summary: 'Change a comment',
      description:
        'Only the author can change a comment; other users are refused with {FORBIDDEN}. Fields that are not sent keep their ' +
        `values, and null clears a field. Changing the text, image or position sets \`edited\`. ${threads} The parent must be an ` +
        'earlier comment.',
      answer: one('comment', 'The comment.'),
    }),
    deleteComment: operation('DELETE /v2/comments/:commentId', rpcs.deleteComment, {
      summary: 'Delete a comment',
      description:
        'Only the author and admins can delete a comment; other users are refused with {FORBIDDEN}. Replies stay, and still name ' +
        'the comment in `parentCommentId`.',
      answer: one('comment', 'The comment before its deletion.'),
    }),
  },
};
