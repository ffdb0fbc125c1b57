import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { finishFolders } from '../../src/domain/folder/finish-folders.ts';
import { createFileStore } from '../../src/store/file/file-store.ts';
import { createFolderStore } from '../../src/store/folder-store.ts';
import { createProjectStore } from '../../src/store/project/project-store.ts';
import { image } from '../content.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newTree } from './tree.ts';
import type { Tree } from './tree.ts';

const hourMs = 3_600_000;
let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const missing = { status: 'NOT_FOUND', reason: 'FOLDER_NOT_FOUND' };
const stored = () => running.db.collection<{ _id: string }>('folders');

function finish(): Promise<void> {
  const { db, clock } = running;
  return finishFolders({
    clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    folders: createFolderStore(db),
    projects: createProjectStore(db),
    files: createFileStore(db, { notify: () => undefined }),
  });
}

/** A file in a folder; says in which one it is. */
async function fileIn({ call, projectId }: Tree, folderId: string) {
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  const fileId = file?.id ?? '';
  await running.files.updateFile(
    call,
    UpdateFileRequest.fromPartial({ fileId, folderId, updateMask: ['folder_id'] }),
  );
  return {
    id: fileId,
    folder: async () => (await running.files.getFile(call, { fileId, projectId: '' })).file?.folderId,
  };
}

describe('DeleteFolder', () => {
  it('moves files and folders to the parent, and answers the folder as it was', async () => {
    const tree = await newTree(running);
    const outer = await tree.make('Outer');
    const middle = await tree.make('Middle', outer.id);
    const inner = await tree.make('Inner', middle.id);
    const file = await fileIn(tree, middle.id);
    expect(await tree.delete(middle.id)).toEqual(middle);
    expect(await file.folder()).toBe(outer.id);
    expect(await tree.names(outer.id)).toEqual(['Inner']);
    expect(await catchRefusal(tree.delete(middle.id))).toMatchObject(missing);
    expect(await catchRefusal(tree.make('New', middle.id))).toMatchObject(missing);
    expect(await catchRefusal(tree.move(inner.id, middle.id))).toMatchObject(missing);
    await tree.delete(outer.id);
    expect(await file.folder()).toBeUndefined();
    expect(await tree.names('root')).toEqual(['Inner']);
  });

  it('numbers folders whose names are taken where they come to', async () => {
    const tree = await newTree(running);
    const { id } = await tree.make('Folder');
    for (const name of ['Reports', 'reports (2)']) await tree.make(name);
    for (const name of ['REPORTS', 'Reports (2)', 'folder', 'Other']) await tree.make(name, id);
    await tree.delete(id);
    expect(await tree.names('root')).toEqual([
      'Other',
      'REPORTS (3)',
      'Reports',
      'Reports (2) (2)',
      'folder',
      'reports (2)',
    ]);
  });

  it('frees the name and the place among those that a project may have', async () => {
    const tree = await newTree(running);
    const { id } = await tree.make('Name');
    const projects = running.db.collection<{ _id: string }>('projects');
    await projects.updateOne({ _id: tree.projectId }, { $set: { 'folderTree.folderCount': 10_000 } });
    await tree.delete(id);
    await tree.make('Name');
    expect(await catchRefusal(tree.make('Other'))).toMatchObject({ reason: 'FOLDER_LIMIT' });
  });

  it('loses nothing when folders in each other are deleted at the same time, and others are made in them', async () => {
    const tree = await newTree(running);
    const a = await tree.make('A');
    const b = await tree.make('B', a.id);
    const c = await tree.make('C', b.id);
    const file = await fileIn(tree, c.id);
    await tree.make('Kept', c.id);
    const made = Array.from({ length: 6 }, (_, index) => tree.make(`New ${index.toString()}`, c.id));
    const outcomes = await Promise.allSettled([
      ...made,
      tree.delete(c.id),
      tree.delete(b.id),
      tree.delete(a.id),
    ]);
    await finish();
    const names = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.name] : []));
    const expected = ['Kept', ...names.filter((name) => name.startsWith('New'))].toSorted();
    expect(await tree.names('root')).toEqual(expected);
    expect(await tree.names()).toEqual(expected);
    expect(await file.folder()).toBeUndefined();
  });

  it('hides folders of other organizations as not found, in the words for a missing one', async () => {
    const tree = await newTree(running);
    const other = await newTree(running);
    const { id } = await other.make('Theirs');
    const refusal = await catchRefusal(tree.delete(id));
    expect(refusal).toMatchObject(missing);
    expect(await catchRefusal(tree.delete(newId()))).toEqual(refusal);
    expect(await other.names()).toEqual(['Theirs']);
  });
});

describe('finishing folders', () => {
  it('moves what a killed process has left in a deleted folder', async () => {
    const tree = await newTree(running);
    const { id } = await tree.make('Folder');
    await tree.make('Inner', id);
    const file = await fileIn(tree, id);
    const projects = running.db.collection<{ _id: string }>('projects');
    const at = running.clock.now();
    const decided = { 'folderTree.change': { at, deletedId: id }, 'folderTree.changeSince': at };
    await projects.updateOne(
      { _id: tree.projectId },
      { $set: decided, $inc: { 'folderTree.revision': 1, 'folderTree.folderCount': -1 } },
    );
    running.clock.advance(31_000);
    await finish();
    expect(await tree.names('root')).toEqual(['Inner']);
    expect(await file.folder()).toBeUndefined();
  });

  it('moves a file that came into a folder while that was deleted, and removes the record after two hours', async () => {
    const tree = await newTree(running);
    const { id } = await tree.make('Folder');
    const file = await fileIn(tree, id);
    await tree.delete(id);
    const files = running.db.collection<{ _id: string }>('files');
    await files.updateOne({ _id: file.id }, { $set: { folderId: id } });
    running.clock.advance(hourMs);
    await finish();
    expect(await file.folder()).toBeUndefined();
    expect(await stored().countDocuments({ _id: id })).toBe(1);
    running.clock.advance(hourMs + 60_000);
    await finish();
    expect(await stored().countDocuments({ _id: id })).toBe(0);
  });

  it('removes the record of a folder whose making was cut off, after an hour and not before', async () => {
    const tree = await newTree(running);
    const { id } = await tree.make('Made');
    const at = running.clock.now();
    const { organizationId } = tree.call;
    const planned = { id: newId(), organizationId, projectId: tree.projectId, parentId: undefined };
    const made = { name: 'Planned', createdById: newId(), createdAt: at, updatedAt: at };
    await createFolderStore(running.db).plan({ ...planned, ...made });
    await finish();
    expect(await stored().countDocuments({ _id: planned.id })).toBe(1);
    running.clock.advance(hourMs + 1_000);
    await finish();
    expect(await stored().countDocuments({ _id: { $in: [planned.id, id] } })).toBe(1);
    expect(await tree.names()).toEqual(['Made']);
  });

  it('removes what is left of folders whose project is gone', async () => {
    const tree = await newTree(running);
    const { id } = await tree.make('Folder');
    await tree.delete(id);
    await running.db.collection<{ _id: string }>('projects').deleteOne({ _id: tree.projectId });
    await finish();
    expect(await stored().countDocuments({ _id: id })).toBe(0);
  });
});
