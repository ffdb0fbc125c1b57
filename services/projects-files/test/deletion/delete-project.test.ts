import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { ListFilesRequest } from '@assay/proto/files/v1/files_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { removeProject } from '../../src/domain/deletion/remove-project.ts';
import { deleteProject } from '../../src/domain/project/delete-project.ts';
import { admitUpload, beginUpload, keepUpload } from '../../src/domain/upload/pending-upload.ts';
import { image } from '../content.ts';
import { depsOf } from '../deps.ts';
import { contextOf, dyingAt } from '../dying-process.ts';
import { countStored, nothing } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start();
});
afterAll(() => running.stop());

const store = async (call: OutgoingCall, projectId: string): Promise<string> => {
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  return file?.id ?? '';
};
const gone = { status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' };
const listed = async (call: OutgoingCall) =>
  (await running.files.listFiles(call, ListFilesRequest.fromPartial({ limit: 200 }))).files.map(
    ({ id }) => id,
  );
const isGone = (call: OutgoingCall) =>
  eventually(async () => expect(await countStored(running, call.organizationId)).toEqual(nothing));

type Domain = ReturnType<typeof depsOf>;

describe('DeleteProject', () => {
  it('lets nobody find the project and its files any more, and removes them and their objects', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const other = await newProject(running, call);
    const fileId = await store(call, projectId);
    await store(call, projectId);
    const kept = await store(call, other);
    await running.folders.createFolder(call, { projectId, name: 'a', parentId: undefined });
    await running.projects.deleteProject(call, { projectId });
    for (const asked of [
      () => running.projects.getProject(call, { projectId }),
      () => running.projects.deleteProject(call, { projectId }),
      () => running.files.listFiles(call, ListFilesRequest.fromPartial({ projectId, limit: 20 })),
    ]) {
      expect(await catchRefusal(asked())).toMatchObject(gone);
    }
    expect(await catchRefusal(running.files.getFile(call, { fileId, projectId: '' }))).toMatchObject({
      reason: 'FILE_NOT_FOUND',
    });
    expect(await listed(call)).toEqual([kept]);
    const { error } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
    expect(error).toMatchObject(gone);
    await eventually(async () => {
      expect(await countStored(running, call.organizationId)).toEqual({ ...nothing, files: 1, objects: 1 });
      expect(await running.db.collection('folders').countDocuments({ projectId })).toBe(0);
    });
  });

  it('hides a missing project and another organization’s in the same words', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const missing = await catchRefusal(running.projects.deleteProject(call, { projectId: newId() }));
    expect(missing).toMatchObject(gone);
    expect(await catchRefusal(running.projects.deleteProject(callBy(), { projectId }))).toEqual(missing);
    expect((await running.projects.getProject(call, { projectId })).project?.id).toBe(projectId);
  });
});

const steps = {
  'projects.remove': (deps: Domain) => ({ ...deps, projects: dyingAt(deps.projects, 'remove') }),
  'files.removeMany': (deps: Domain) => ({ ...deps, files: dyingAt(deps.files, 'removeMany') }),
  'tombstones.announce': (deps: Domain) => deps,
  'objectDeletions.schedule': (deps: Domain) => ({
    ...deps,
    objectDeletions: dyingAt(deps.objectDeletions, 'schedule'),
  }),
  'tombstones.finish': (deps: Domain) => ({ ...deps, tombstones: dyingAt(deps.tombstones, 'finish') }),
};

/** A project with a file, and a process that dies before it does a step. */
async function projectToDelete(step: keyof typeof steps) {
  const call = callBy();
  const projectId = await newProject(running, call);
  await store(call, projectId);
  return { call, projectId, deps: depsOf(running), dying: steps[step](depsOf(running)) };
}

describe('a deletion that is interrupted', () => {
  it.each(['projects.remove', 'files.removeMany', 'tombstones.announce'] as const)(
    'before %s goes on later',
    async (step) => {
      const { call, projectId, dying } = await projectToDelete(step);
      await deleteProject(dying, contextOf(call), projectId).catch(() => undefined);
      await isGone(call);
      expect(await catchRefusal(running.projects.getProject(call, { projectId }))).toMatchObject(gone);
    },
  );

  it.each(['files.removeMany', 'objectDeletions.schedule', 'tombstones.finish'] as const)(
    'while its consumer does %s is done by the next delivery',
    async (step) => {
      const { call, projectId, deps, dying } = await projectToDelete(step);
      const { organizationId } = call;
      const decided = steps['files.removeMany'](deps);
      await deleteProject(decided, contextOf(call), projectId).catch(() => undefined);
      await removeProject(dying, { organizationId, projectId }).catch(() => undefined);
      // A worker may store a thumbnail of the file meanwhile, which a later delivery finds.
      await eventually(async () => {
        await removeProject(deps, { organizationId, projectId });
        expect(await countStored(running, organizationId)).toEqual(nothing);
      });
    },
  );

  it('does nothing for a project that was not deleted', async () => {
    const call = callBy();
    const { organizationId } = call;
    const projectId = await newProject(running, call);
    const fileId = await store(call, projectId);
    await removeProject(depsOf(running), { organizationId, projectId });
    await removeProject(depsOf(running), { organizationId, projectId: fileId });
    expect((await running.projects.getProject(call, { projectId })).fileCount).toBe(1);
  });
});

describe('an upload while its project is deleted', () => {
  const content = { name: 'a', mimeType: 'image/png', sizeBytes: 1, sha256: '', etag: '' };

  it('is refused and leaves nothing when the project went before it was stored', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const deps = depsOf(running);
    const upload = await beginUpload(deps, contextOf(call), projectId);
    await running.storage.put(upload.storageKey, Buffer.from('x'), { contentType: 'image/png' });
    const file = await admitUpload(deps, contextOf(call), { upload, content });
    await running.projects.deleteProject(call, { projectId });
    await expect(keepUpload(deps, contextOf(call), file)).rejects.toMatchObject(gone);
    await deps.uploads.remove(upload.fileId);
    await isGone(call);
  });

  it('is found by a later announcement when its process died as soon as it was stored', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const deps = depsOf(running);
    const upload = await beginUpload(deps, contextOf(call), projectId);
    const file = await admitUpload(deps, contextOf(call), { upload, content });
    await running.projects.deleteProject(call, { projectId });
    const tombstones = running.db.collection<{ _id: string }>('tombstones');
    await eventually(async () => {
      expect(await tombstones.findOne({ _id: projectId })).not.toMatchObject({ removedAt: null });
    });
    await running.storage.put(upload.storageKey, Buffer.from('x'), { contentType: 'image/png' });
    await deps.files.insert(file, contextOf(call));
    await deps.uploads.remove(upload.fileId);
    await tombstones.updateOne({ _id: projectId }, { $set: { dueAt: new Date(0) } });
    await isGone(call);
  });
});
