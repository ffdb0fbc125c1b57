import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { readUserId } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { Folder } from '@assay/proto/folders/v1/folder';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const taken = { status: 'ALREADY_EXISTS', reason: 'FOLDER_EXISTS' };
const invalid = (field: string) => ({ status: 'INVALID_ARGUMENT', details: { field } });
const page = { limit: 20, offset: 0, parentId: '' };

async function make(call: OutgoingCall, projectId: string, name: string, parentId?: string): Promise<Folder> {
  const { folder } = await running.folders.createFolder(call, { projectId, name, parentId });
  if (folder === undefined) throw new Error('no folder');
  return folder;
}

async function namesIn(call: OutgoingCall, projectId: string, parentId = ''): Promise<string[]> {
  const { folders } = await running.folders.listFolders(call, { ...page, projectId, parentId, limit: 200 });
  return folders.map(({ name }) => name);
}

async function newTree() {
  const call = callBy();
  return { call, projectId: await newProject(running, call) };
}

describe('CreateFolder', () => {
  it('stores a folder at the top level, or in another folder', async () => {
    const { call, projectId } = await newTree();
    const top = await make(call, projectId, ' Reports ');
    expect(top).toMatchObject({
      organizationId: call.organizationId,
      projectId,
      name: 'Reports',
      parentId: undefined,
      createdById: readUserId(call),
    });
    expect(top.id).toMatch(/^[a-z][a-z0-9]{23}$/u);
    const inner = await make(call, projectId, 'Reports', top.id);
    expect(inner.parentId).toBe(top.id);
    expect(await running.folders.getFolder(call, { folderId: inner.id })).toEqual({ folder: inner });
  });

  it('refuses a name that a folder with the same parent has, however it is written', async () => {
    const { call, projectId } = await newTree();
    const { id } = await make(call, projectId, 'Été');
    for (const name of ['Été', 'ÉTÉ', 'e\u0301te\u0301']) {
      expect(await catchRefusal(make(call, projectId, name))).toMatchObject(taken);
    }
    await make(call, projectId, 'Été', id);
    await make(call, await newProject(running, call), 'Été');
    expect(await namesIn(call, projectId)).toEqual(['Été', 'Été']);
  });

  it('gives a name once when many ask for it at the same time, and leaves nothing of the others', async () => {
    const { call, projectId } = await newTree();
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => make(call, projectId, 'One')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = asked.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(reasons).toMatchObject(Array.from({ length: 11 }, () => taken));
    expect(await running.db.collection('folders').countDocuments({ projectId })).toBe(1);
  });

  it('makes all of many folders that are asked for at the same time', async () => {
    const { call, projectId } = await newTree();
    const names = Array.from({ length: 20 }, (_, index) => `Folder ${index.toString()}`);
    await Promise.all(names.map((name) => make(call, projectId, name)));
    expect((await namesIn(call, projectId)).toSorted()).toEqual(names.toSorted());
  });

  it('repeats under one idempotency key what the first answered', async () => {
    const { call, projectId } = await newTree();
    const once = { ...call, idempotencyKey: newId() };
    expect(await make(once, projectId, 'Once')).toEqual(await make(once, projectId, 'Once'));
  });

  it('nests 32 deep and no deeper', async () => {
    const { call, projectId } = await newTree();
    let parentId: string | undefined;
    for (let depth = 1; depth <= 32; depth += 1) {
      ({ id: parentId } = await make(call, projectId, `Level ${depth.toString()}`, parentId));
    }
    expect(await catchRefusal(make(call, projectId, 'Level 33', parentId))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'FOLDER_DEPTH_LIMIT',
      details: { limit: 32 },
    });
  });

  it('refuses one more than a project may have', async () => {
    const { call, projectId } = await newTree();
    await make(call, projectId, 'First');
    const projects = running.db.collection<{ _id: string }>('projects');
    await projects.updateOne({ _id: projectId }, { $set: { 'folderTree.folderCount': 10_000 } });
    expect(await catchRefusal(make(call, projectId, 'Second'))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'FOLDER_LIMIT',
      details: { limit: 10_000 },
    });
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: ' \t ' }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'x'.repeat(101) }],
    ['parentId', { parentId: 'short' }],
  ])('refuses a bad %s', async (field, overrides) => {
    const { call, projectId } = await newTree();
    const request = { projectId, name: 'Name', parentId: undefined, ...overrides };
    expect(await catchRefusal(running.folders.createFolder(call, request))).toMatchObject(invalid(field));
  });

  it('hides projects and parents of others as not found, in the words for missing ones', async () => {
    const { call, projectId } = await newTree();
    const other = await newTree();
    const { id: foreignId } = await make(other.call, other.projectId, 'Theirs');
    const elsewhere = await make(call, await newProject(running, call), 'In another project');
    const foreign = await catchRefusal(make(call, other.projectId, 'Mine'));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(foreign).toEqual(await catchRefusal(make(call, newId(), 'Mine')));
    const missing = await catchRefusal(make(call, projectId, 'Mine', newId()));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'FOLDER_NOT_FOUND' });
    for (const parentId of [foreignId, elsewhere.id]) {
      expect(await catchRefusal(make(call, projectId, 'Mine', parentId))).toEqual(missing);
    }
  });

  it('is not for services', async () => {
    const { call, projectId } = await newTree();
    const by = callByService('gateway', call.organizationId);
    expect(await catchRefusal(make(by, projectId, 'Name'))).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('GetFolder', () => {
  it('hides folders of other organizations as not found, in the words for a missing one', async () => {
    const { call, projectId } = await newTree();
    const { id: folderId } = await make(call, projectId, 'Mine');
    const foreign = await catchRefusal(running.folders.getFolder(callBy(), { folderId }));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'FOLDER_NOT_FOUND' });
    expect(foreign).toEqual(await catchRefusal(running.folders.getFolder(callBy(), { folderId: newId() })));
    expect((await running.folders.getFolder(call, { folderId })).folder?.id).toBe(folderId);
  });
});

describe('ListFolders', () => {
  it('lists all of a project, those at the top level, or those in one folder', async () => {
    const { call, projectId } = await newTree();
    const a = await make(call, projectId, 'A');
    running.clock.advance(1);
    await make(call, projectId, 'B');
    running.clock.advance(1);
    await make(call, projectId, 'C', a.id);
    expect(await namesIn(call, projectId)).toEqual(['C', 'B', 'A']);
    expect(await namesIn(call, projectId, 'root')).toEqual(['B', 'A']);
    expect(await namesIn(call, projectId, a.id)).toEqual(['C']);
  });

  it('pages by cursor, newest first, with the total', async () => {
    const { call, projectId } = await newTree();
    for (const name of ['1', '2', '3']) {
      await make(call, projectId, name);
      running.clock.advance(1);
    }
    const list = (cursor: string) =>
      running.folders.listFolders(call, { ...page, projectId, limit: 2, cursor });
    const first = await list('');
    const second = await list(first.nextCursor ?? '');
    expect([...first.folders, ...second.folders].map(({ name }) => name)).toEqual(['3', '2', '1']);
    expect([first.total, second.total, second.nextCursor]).toEqual([3, 3, undefined]);
  });

  it('hides projects and parents of others as not found, in the words for missing ones', async () => {
    const { call, projectId } = await newTree();
    const other = await newTree();
    const { id: parentId } = await make(other.call, other.projectId, 'Theirs');
    expect(await catchRefusal(namesIn(call, other.projectId))).toEqual(
      await catchRefusal(namesIn(call, newId())),
    );
    const foreign = await catchRefusal(namesIn(call, projectId, parentId));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'FOLDER_NOT_FOUND' });
    expect(foreign).toEqual(await catchRefusal(namesIn(call, projectId, newId())));
  });

  it.each([
    ['limit', { limit: -1 }],
    ['limit', { limit: 201 }],
    ['offset', { offset: -1 }],
    ['parentId', { parentId: 'x'.repeat(25) }],
    ['cursor', { cursor: 'none' }],
  ])('refuses a bad %s', async (field, overrides) => {
    const { call, projectId } = await newTree();
    const request = { ...page, projectId, ...overrides };
    expect(await catchRefusal(running.folders.listFolders(call, request))).toMatchObject(invalid(field));
  });
});
