import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { readUserId } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { Comment } from '@assay/proto/comments/v1/comment';
import { CreateCommentRequest, UpdateCommentRequest } from '@assay/proto/comments/v1/comments_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { createCommentStore } from '../../src/store/comment-store.ts';
import { image } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newWorkflow } from '../workflows/new-workflow.ts';
import { nameOf, startMembers } from './members.ts';

let running: Started;
let members: Awaited<ReturnType<typeof startMembers>>;
/** Everything here is about files of one organization. */
let call: OutgoingCall;
let projectId: string;
let fileId: string;

beforeAll(async () => {
  running = await start({ ROLES: 'api' }, async (platform) => {
    members = await startMembers(platform);
    return { IDENTITY_ORG_ADDRESS: members.address };
  });
  call = callBy();
  projectId = await newProject(running, call);
  fileId = await newFile();
});
afterAll(async () => {
  await running.stop();
  await members.stop();
});

const missing = { status: 'NOT_FOUND', reason: 'COMMENT_NOT_FOUND' };
const forbidden = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };
const invalid = (field: string) => ({ reason: 'INVALID_FIELD', details: { field } });
const as = (role: Role) => callBy({ organizationId: call.organizationId, role });

async function newFile(): Promise<string> {
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  return file?.id ?? '';
}

async function make(change: Partial<CreateCommentRequest> = {}, by = call): Promise<Comment> {
  running.clock.advance(10);
  const request = CreateCommentRequest.fromPartial({ fileId, text: 'Text', ...change });
  return commentOf(await running.comments.createComment(by, request));
}

async function update(commentId: string, change: Partial<UpdateCommentRequest>, by = call): Promise<Comment> {
  const updateMask = Object.keys(change).map((name) =>
    name === 'parentCommentId' ? 'parent_comment_id' : name,
  );
  const request = UpdateCommentRequest.fromPartial({ commentId, updateMask, ...change });
  return commentOf(await running.comments.updateComment(by, request));
}

async function remove(commentId: string, by = call): Promise<Comment> {
  return commentOf(await running.comments.deleteComment(by, { commentId }));
}

function commentOf({ comment }: { readonly comment?: Comment | undefined }): Comment {
  if (comment === undefined) throw new Error('no comment');
  return comment;
}

describe('CreateComment', () => {
  it('stores what somebody says about a file, under the name they have', async () => {
    const comment = await make({ text: ' As it is\n', image: 'picture', time: '83.4' });
    const authorId = readUserId(call);
    expect(comment).toMatchObject({
      projectId,
      fileId,
      workflowId: undefined,
      parentCommentId: undefined,
      text: ' As it is\n',
      image: 'picture',
      time: '83.4',
      edited: false,
      authorId,
      authorName: nameOf(authorId),
    });
    expect(await running.comments.getComment(as(Role.VIEWER), { commentId: comment.id })).toEqual({
      comment,
    });
    expect((await make({ edited: true })).edited).toBe(true);
  });

  it('answers another comment about the same file, and is later than it', async () => {
    const question = await make();
    const later = new Date(running.clock.now().getTime() + 60_000);
    const stored = running.db.collection<{ _id: string }>('comments');
    await stored.updateOne({ _id: question.id }, { $set: { createdAt: later } });
    const answer = await make({ parentCommentId: question.id });
    expect(answer.parentCommentId).toBe(question.id);
    expect(answer.createdAt?.getTime()).toBe(later.getTime() + 1);
    running.clock.advance(61_000);
  });

  it('refuses to answer what is about another file, foreign or not there, in the same words', async () => {
    const elsewhere = await make({ fileId: await newFile() });
    const refusal = await catchRefusal(make({ parentCommentId: newId() }));
    expect(refusal).toMatchObject(invalid('parentCommentId'));
    expect(await catchRefusal(make({ parentCommentId: elsewhere.id }))).toEqual(refusal);
  });

  it('repeats under one idempotency key what the first answered', async () => {
    const once = { ...call, idempotencyKey: newId() };
    expect(await make({}, once)).toEqual(await make({}, once));
  });

  it('is only about files of the organization', async () => {
    const refusal = await catchRefusal(make({ fileId: newId() }));
    expect(refusal).toMatchObject({ status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' });
    expect(await catchRefusal(make({}, callBy()))).toEqual(refusal);
  });

  it.each([
    ['text', { text: '' }],
    ['text', { text: ' \n ' }],
    ['text', { text: 'x'.repeat(10_001) }],
    ['image', { image: 'x'.repeat(2_049) }],
    ['image', { image: 'a\nb' }],
    ['time', { time: 'x'.repeat(65) }],
    ['parentCommentId', { parentCommentId: 'short' }],
  ])('refuses a bad %s', async (field, change) => {
    expect(await catchRefusal(make(change))).toMatchObject(invalid(field));
  });

  it('is UNAVAILABLE while names cannot be asked for, and stores nothing', async () => {
    const alone = await start({ ROLES: 'api' });
    const owner = callBy();
    const project = await newProject(alone, owner);
    const { file } = await alone.uploader.upload(owner, project, { bytes: await image('png') });
    const request = CreateCommentRequest.fromPartial({ fileId: file?.id ?? '', text: 'Text' });
    expect(await catchRefusal(alone.comments.createComment(owner, request))).toMatchObject({
      status: 'UNAVAILABLE',
    });
    expect(await alone.db.collection('comments').countDocuments()).toBe(0);
    await alone.stop();
  });
});

describe('UpdateComment', () => {
  it('changes what is named, clears what is null, and marks the comment as edited', async () => {
    const comment = await make({ image: 'picture', time: '1' });
    running.clock.advance(1_000);
    const changed = await update(comment.id, { text: 'Other', image: undefined });
    expect(changed).toEqual({
      ...comment,
      text: 'Other',
      image: undefined,
      edited: true,
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt?.getTime()).toBeGreaterThan(comment.updatedAt?.getTime() ?? Infinity);
    expect((await update(comment.id, { edited: false })).edited).toBe(true);
  });

  it('marks nothing as edited that says the same', async () => {
    const { id, text } = await make();
    expect((await update(id, { text })).edited).toBe(false);
    expect((await update(id, {})).edited).toBe(false);
    expect((await update(id, { edited: true })).edited).toBe(true);
  });

  it('moves a comment into a thread and out of it, and never below what answers it', async () => {
    const first = await make();
    const second = await make();
    expect((await update(second.id, { parentCommentId: first.id })).parentCommentId).toBe(first.id);
    for (const parentCommentId of [first.id, second.id]) {
      expect(await catchRefusal(update(first.id, { parentCommentId }))).toMatchObject(
        invalid('parentCommentId'),
      );
    }
    expect((await update(second.id, { parentCommentId: undefined })).parentCommentId).toBeUndefined();
  });

  it('is for the author alone', async () => {
    const { id } = await make();
    for (const role of [Role.VIEWER, Role.USER, Role.ADMIN]) {
      expect(await catchRefusal(update(id, { text: 'Other' }, as(role)))).toMatchObject(forbidden);
    }
  });

  it('hides comments of other organizations as not found, in the words for a missing one', async () => {
    const { id } = await make();
    const refusal = await catchRefusal(update(newId(), { text: 'Other' }));
    expect(refusal).toMatchObject(missing);
    expect(await catchRefusal(update(id, { text: 'Other' }, callBy()))).toEqual(refusal);
  });

  it.each([
    ['text', { text: '' }],
    ['image', { image: 'x'.repeat(2_049) }],
    ['parentCommentId', { parentCommentId: newId() }],
    ['authorId', { authorId: newId() }],
  ])('refuses a bad %s', async (field, change: object) => {
    const { id } = await make();
    const updateMask = Object.keys(change).map((name) =>
      name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
    );
    const request = UpdateCommentRequest.fromPartial({ commentId: id, ...change, updateMask });
    expect(await catchRefusal(running.comments.updateComment(call, request))).toMatchObject(invalid(field));
  });
});

describe('DeleteComment', () => {
  it('is for the author and for admins; answers stay', async () => {
    const comment = await make();
    const other = await make();
    const answer = await make({ parentCommentId: comment.id });
    for (const role of [Role.VIEWER, Role.USER]) {
      expect(await catchRefusal(remove(comment.id, as(role)))).toMatchObject(forbidden);
    }
    expect(await remove(comment.id)).toEqual(comment);
    expect(await remove(other.id, as(Role.ADMIN))).toEqual(other);
    const found = await running.comments.getComment(call, { commentId: answer.id });
    expect(found.comment?.parentCommentId).toBe(comment.id);
    expect(await catchRefusal(remove(comment.id))).toMatchObject(missing);
  });

  it('hides comments of other organizations as not found, in the words for a missing one', async () => {
    const { id } = await make();
    const stranger = callBy({ role: Role.ADMIN });
    const refusal = await catchRefusal(remove(id, stranger));
    expect(refusal).toMatchObject(missing);
    expect(await catchRefusal(remove(newId(), stranger))).toEqual(refusal);
    expect(await catchRefusal(running.comments.getComment(stranger, { commentId: id }))).toEqual(refusal);
    expect(await createCommentStore(running.db).remove(newId(), id)).toBeUndefined();
  });
});

describe('ListComments', () => {
  const list = (filter: object, by = call) =>
    running.comments.listComments(by, {
      projectId: '',
      fileId: '',
      workflowId: '',
      limit: 200,
      offset: 0,
      ...filter,
    });
  const idsOf = async (filter: object, by = call) => (await list(filter, by)).comments.map(({ id }) => id);

  it('lists those about a file, in a project or in the organization, newest first', async () => {
    const other = await newFile();
    const comments = [await make({ fileId: other }), await make({ fileId: other })].map(({ id }) => id);
    const newest = comments.toReversed();
    expect(await idsOf({ fileId: other })).toEqual(newest);
    expect(await idsOf({ fileId: other, projectId })).toEqual(newest);
    expect((await idsOf({ projectId })).slice(0, 2)).toEqual(newest);
    expect((await idsOf({}, as(Role.VIEWER))).slice(0, 2)).toEqual(newest);
    expect(await idsOf({ projectId: await newProject(running, call) })).toEqual([]);
    expect(await idsOf({}, callBy())).toEqual([]);
  });

  it('pages by cursor, with the total', async () => {
    const other = await newFile();
    for (let count = 0; count < 3; count += 1) await make({ fileId: other });
    const first = await list({ fileId: other, limit: 2, cursor: '' });
    const second = await list({ fileId: other, limit: 2, cursor: first.nextCursor });
    expect([first.comments.length, second.comments.length]).toEqual([2, 1]);
    expect([first.total, second.total, second.nextCursor]).toEqual([3, 3, undefined]);
  });

  it('hides files and projects of others as not found, in the words for missing ones', async () => {
    const stranger = callBy();
    const noFile = await catchRefusal(list({ fileId }, stranger));
    expect(noFile).toMatchObject({ status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' });
    expect(noFile).toEqual(await catchRefusal(list({ fileId: newId() }, stranger)));
    const noProject = await catchRefusal(list({ projectId }, stranger));
    expect(noProject).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(noProject).toEqual(await catchRefusal(list({ projectId: newId() }, stranger)));
  });

  it.each([
    ['limit', { limit: 201 }],
    ['offset', { offset: -1 }],
    ['cursor', { cursor: 'none' }],
  ])('refuses a bad %s', async (field, change) => {
    expect(await catchRefusal(list(change))).toMatchObject(invalid(field));
  });
});

describe('comments about a workflow', () => {
  it('are made, answered and listed as those about a file, and apart from them', async () => {
    const { workflow } = await running.workflows.createWorkflow(call, newWorkflow(projectId));
    const workflowId = workflow?.id ?? '';
    const about = { fileId: '', workflowId };
    const question = await make(about);
    expect(question).toMatchObject({ projectId, workflowId, fileId: undefined });
    const answer = await make({ ...about, parentCommentId: question.id });
    const aboutFile = await catchRefusal(make({ parentCommentId: question.id }));
    expect(aboutFile).toMatchObject(invalid('parentCommentId'));
    const page = { projectId: '', limit: 200, offset: 0 };
    const { comments } = await running.comments.listComments(call, { ...page, ...about });
    expect(comments.map(({ id }) => id)).toEqual([answer.id, question.id]);
    const both = catchRefusal(running.comments.listComments(call, { ...page, fileId, workflowId }));
    expect(await both).toMatchObject(invalid('workflowId'));
    expect(await catchRefusal(make({ fileId, workflowId }))).toMatchObject(invalid('workflowId'));
    expect(await catchRefusal(make({ fileId: '' }))).toMatchObject(invalid('fileId'));
    const missingOne = await catchRefusal(make({ fileId: '', workflowId: newId() }));
    expect(missingOne).toMatchObject({ status: 'NOT_FOUND', reason: 'WORKFLOW_NOT_FOUND' });
    expect(await catchRefusal(make(about, callBy()))).toEqual(missingOne);
    await running.workflows.deleteWorkflow(call, { workflowId });
    expect(await catchRefusal(running.comments.getComment(call, { commentId: answer.id }))).toMatchObject(
      missing,
    );
  });
});

describe('comments about what is gone', () => {
  it('are removed, and only those', async () => {
    const store = createCommentStore(running.db);
    const other = await newFile();
    for (let count = 0; count < 3; count += 1) await make({ fileId: other });
    const gone = { fileId: other };
    expect(await store.removeAbout(newId(), gone)).toBe(0);
    expect(await store.removeAbout(call.organizationId, gone)).toBe(3);
    expect(await store.removeAbout(call.organizationId, gone)).toBe(0);
    expect(await store.removeAbout(newId(), { projectId })).toBe(0);
  });
});
