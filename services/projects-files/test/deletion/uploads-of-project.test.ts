import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { removeProject } from '../../src/domain/deletion/remove-project.ts';
import { completeUpload } from '../../src/domain/resumable-upload/complete-upload.ts';
import { createUpload } from '../../src/domain/resumable-upload/create-upload.ts';
import { reserveQuota } from '../../src/domain/room/room.ts';
import { admitUpload, beginUpload, keepUpload } from '../../src/domain/upload/pending-upload.ts';
import { depsOf } from '../deps.ts';
import { contextOf } from '../dying-process.ts';
import { countStored, nothing } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { announced, begin, film, hashOf, partSize, sendAll } from '../uploads/parts.ts';

let running: Started;
beforeAll(async () => {
  running = await start();
});
afterAll(() => running.stop());

const video = film(partSize + 1_000);
const sha256 = hashOf(video);
const gone = { status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' };

const newCall = () => contextOf(callBy());

/** Nothing is stored, nothing counts as used, and no upload is open. */
async function expectFree({ organizationId }: OutgoingCall): Promise<void> {
  await eventually(async () => {
    expect(await countStored(running, organizationId)).toEqual(nothing);
    const use = await depsOf(running).storageUse.find(organizationId);
    expect(use).toMatchObject({ usedBytes: 0, usedFiles: 0, reservations: [] });
    const records = running.db.collection('resumable_uploads');
    expect(await records.countDocuments({ organizationId })).toBe(0);
  });
}

describe('an upload in parts into a deleted project', () => {
  it('ends with the project and gives its room back at once, whether or not parts have arrived', async () => {
    const call = newCall();
    const projectId = await newProject(running, call);
    await sendAll(running, call, { projectId, bytes: video });
    await begin(running, call, announced(projectId, partSize));
    await running.projects.deleteProject(call, { projectId });
    await expectFree(call);
  });

  it('ends alone: those into other projects go on', async () => {
    const call = newCall();
    const projectId = await newProject(running, call);
    const other = await newProject(running, call);
    await begin(running, call, announced(projectId, 2_000));
    const place = await sendAll(running, call, { projectId: other, bytes: video });
    await running.projects.deleteProject(call, { projectId });
    await eventually(async () => {
      const use = await depsOf(running).storageUse.find(call.organizationId);
      expect(use?.reservations.map(({ id }) => id)).toEqual([place.uploadId]);
    });
    const { file } = await running.uploads.completeUpload(call, { ...place, sha256 });
    expect(file?.projectId).toBe(other);
  });

  it('leaves no parts when the project goes while it begins', async () => {
    const call = newCall();
    const { organizationId } = call;
    const projectId = await newProject(running, call);
    const deps = depsOf(running);
    const multipart: typeof deps.storage.multipart = {
      ...deps.storage.multipart,
      async begin(key, contentType) {
        await running.projects.deleteProject(call, { projectId });
        await removeProject(deps, { organizationId, projectId });
        return deps.storage.multipart.begin(key, contentType);
      },
    };
    const given = {
      projectId,
      name: 'a.mp4',
      declaredMimeType: 'video/mp4',
      sizeBytes: 1_000,
      folderId: undefined,
      tags: [],
      privacyLevel: 'private' as const,
    };
    const storage = { ...deps.storage, multipart };
    await expect(createUpload({ ...deps, storage }, call, given)).rejects.toMatchObject(gone);
    await expectFree(call);
  });

  it('leaves nothing when the project goes as its file is stored', async () => {
    const call = newCall();
    const projectId = await newProject(running, call);
    const place = await sendAll(running, call, { projectId, bytes: video });
    const deps = depsOf(running);
    const files: typeof deps.files = {
      ...deps.files,
      async insert(file, context) {
        await running.projects.deleteProject(call, { projectId });
        return deps.files.insert(file, context);
      },
    };
    const completing = completeUpload({ ...deps, files }, call, { ...place, sha256 });
    await expect(completing).rejects.toMatchObject(gone);
    await expectFree(call);
  });
});

it('an upload of one request gives its room back when the project goes as its file is stored', async () => {
  const call = newCall();
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  const deps = depsOf(running);
  const upload = await beginUpload(deps, call, projectId);
  await reserveQuota(deps, { organizationId, uploadId: upload.fileId, bytes: 1_000 });
  await running.storage.put(upload.storageKey, Buffer.from('x'), { contentType: 'image/png' });
  const content = { name: 'a', mimeType: 'image/png', sizeBytes: 1, sha256: '', etag: '' };
  const file = await admitUpload(deps, call, { upload, content });
  await running.projects.deleteProject(call, { projectId });
  await expect(keepUpload(deps, call, file)).rejects.toMatchObject(gone);
  await expectFree(call);
});
