import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateCommentRequest } from '@assay/proto/comments/v1/comments_service';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { image } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { startMembers } from './members.ts';

let running: Started;
let members: Awaited<ReturnType<typeof startMembers>>;
beforeAll(async () => {
  running = await start({ ROLES: 'api,worker,relay' }, async (platform) => {
    members = await startMembers(platform);
    return { IDENTITY_ORG_ADDRESS: members.address };
  });
});
afterAll(async () => {
  await running.stop();
  await members.stop();
});

/** A project with two files, and a comment about each. */
async function newProjectWithComments() {
  const call = callBy();
  const projectId = await newProject(running, call);
  const files: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
    const fileId = file?.id ?? '';
    await running.comments.createComment(call, CreateCommentRequest.fromPartial({ fileId, text: 'Text' }));
    files.push(fileId);
  }
  const page = { projectId: '', fileId: '', workflowId: '', limit: 200, offset: 0 };
  const commented = async () => {
    const { comments } = await running.comments.listComments(call, page);
    return comments.map(({ fileId }) => fileId);
  };
  return { call, projectId, files, commented };
}

it('comments go with the file they are about, and no others', async () => {
  const { call, files, commented } = await newProjectWithComments();
  const [fileId = '', kept = ''] = files;
  await running.files.deleteFile(call, { fileId, answer: DeletionAnswer.UNSPECIFIED });
  await eventually(async () => expect(await commented()).toEqual([kept]));
  const request = CreateCommentRequest.fromPartial({ fileId, text: 'Too late' });
  expect(await catchRefusal(running.comments.createComment(call, request))).toMatchObject({
    status: 'NOT_FOUND',
    reason: 'FILE_NOT_FOUND',
  });
});

it('comments and folders go with their project', async () => {
  const gone = await newProjectWithComments();
  const other = await newProjectWithComments();
  const { call, projectId } = gone;
  const made = await running.folders.createFolder(call, { projectId, name: 'Folder', parentId: undefined });
  await running.projects.deleteProject(call, { projectId });
  await eventually(async () => {
    expect(await gone.commented()).toEqual([]);
    const folderId = made.folder?.id ?? '';
    expect(await catchRefusal(running.folders.getFolder(call, { folderId }))).toMatchObject({
      status: 'NOT_FOUND',
    });
  });
  expect(await other.commented()).toHaveLength(2);
});
