import { DomainError, invalidField } from '@assay/chassis/errors';
import { Comment } from '@assay/proto/comments/v1/comment';
import { CommentsServiceService } from '@assay/proto/comments/v1/comments_service';
import { FoldersServiceService } from '@assay/proto/folders/v1/folders_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const rpcs = CommentsServiceService;
const { id, fileId } = sampled(Comment);

async function send(method: string, path: string, body?: unknown) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await gateway.fetch(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('comments', () => {
  it('are arrays, with the total and the next page in headers, and as many as there may be', async () => {
    const requests: unknown[] = [];
    gateway.answer(rpcs.listComments, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ comments: [sampled(Comment)], total: 3, nextCursor: 'next' });
    });
    const { headers, body } = await send('GET', `/v2/files/${fileId ?? ''}/comments`);
    expect(body).toMatchObject([{ id, fileId, workflowId: null, image: null, parentCommentId: null }]);
    expect([headers.get('x-total-count'), headers.get('x-next-cursor')]).toEqual(['3', 'next']);
    await send('GET', '/v2/comments?projectId=p&limit=5');
    expect(requests).toMatchObject([
      { fileId, projectId: '', limit: 20 },
      { fileId: '', projectId: 'p', limit: 5 },
    ]);
  });

  it('name the fields that change, of which null clears', async () => {
    const requests: unknown[] = [];
    gateway.answer(rpcs.updateComment, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ comment: sampled(Comment) });
    });
    await send('PUT', `/v2/comments/${id}`, { image: null, parentCommentId: null, text: 'Other' });
    const updateMask = ['image', 'parent_comment_id', 'text'];
    expect(requests).toMatchObject([{ commentId: id, text: 'Other', updateMask }]);
  });

  it.each([
    [invalidField('parentCommentId', 'no'), 400, 'VALIDATION_ERROR'],
    [new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'no'), 403, 'FORBIDDEN'],
    [new DomainError('NOT_FOUND', 'COMMENT_NOT_FOUND', 'no'), 404, 'NOT_FOUND'],
    [new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'no'), 503, 'SERVICE_UNAVAILABLE'],
  ])('pass on %s as %i', async (refusal, status, code) => {
    gateway.answer(rpcs.createComment, () => Promise.reject(refusal));
    const answer = await send('POST', `/v2/files/${fileId ?? ''}/comments`, { text: 'Text' });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });
});

describe('folders', () => {
  it.each(['FOLDER_CYCLE', 'FOLDER_LIMIT', 'FOLDER_DEPTH_LIMIT'])(
    'are refused with 409 for %s',
    async (reason) => {
      const details = { limit: 32 };
      gateway.answer(FoldersServiceService.updateFolder, () =>
        Promise.reject(new DomainError('FAILED_PRECONDITION', reason, 'no', { details })),
      );
      expect(await send('PUT', `/v2/folders/${id}`, { parentId: null })).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT', details } },
      });
    },
  );
});
