import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { image } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
let call: OutgoingCall;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
  call = callBy();
});
afterAll(() => running.stop());

async function newFile(): Promise<File> {
  const projectId = await newProject(running, call);
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  if (file === undefined) throw new Error('not stored');
  running.clock.advance(1_000);
  return file;
}

const update = (fileId: string, changes: Partial<UpdateFileRequest>, by = call) =>
  running.files.updateFile(by, UpdateFileRequest.fromPartial({ fileId, ...changes }));

const everything = {
  name: 'Übersicht.png',
  tags: ['flood', '洪水'],
  privacyLevel: PrivacyLevel.SENSITIVE,
  additionalInfo: { source: { $ref: 'a.b', 'dotted.key': [1, null, 'x'] } },
  metadata: ['any', { JSON: true }],
  updateMask: ['name', 'tags', 'privacy_level', 'additional_info', 'metadata'],
};

describe('UpdateFile', () => {
  it('changes what the mask names, and nothing else', async () => {
    const before = await newFile();
    const { file: all } = await update(before.id, everything);
    const { updateMask: _mask, ...changed } = everything;
    expect(all).toEqual({ ...before, ...changed, updatedAt: expect.any(Date) as Date });
    expect(all?.updatedAt?.getTime()).toBeGreaterThan(before.updatedAt?.getTime() ?? Infinity);
    const { file } = await update(before.id, { ...everything, name: 'b.png', updateMask: ['name'] });
    expect(file).toEqual({ ...all, name: 'b.png', updatedAt: expect.any(Date) as Date });
    expect(await running.files.getFile(call, { fileId: before.id, projectId: '' })).toEqual({ file });
  });

  it('clears what the mask names and the request does not set', async () => {
    const { id } = await newFile();
    await update(id, everything);
    const updateMask = ['tags', 'additional_info', 'metadata', 'folder_id'];
    const { file } = await update(id, { updateMask });
    expect(file).toMatchObject({ tags: [], additionalInfo: {}, metadata: undefined, folderId: undefined });
    expect(file?.name).toBe('Übersicht.png');
  });

  it('answers the file as it is when nothing is to change', async () => {
    const file = await newFile();
    expect(await update(file.id, {})).toEqual({ file });
  });

  it('cleans a name as an upload does', async () => {
    const { id } = await newFile();
    const { file } = await update(id, { name: ' ../a/gpj.\u202eexe ', updateMask: ['name'] });
    expect(file?.name).toBe('gpj.exe');
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: ' \t' }],
    ['name', { name: 'x'.repeat(256) }],
    ['tags', { tags: ['a', 'a'] }],
    ['tags', { tags: [''] }],
    ['tags', { tags: ['x'.repeat(101)] }],
    ['tags', { tags: Array.from({ length: 51 }, (_, index) => String(index)) }],
    ['privacy_level', { privacyLevel: PrivacyLevel.UNSPECIFIED }],
    ['additional_info', { additionalInfo: { long: 'x'.repeat(65_536) } }],
    ['metadata', { metadata: nested(33) }],
  ])('refuses a bad %s', async (path, changes) => {
    const { id } = await newFile();
    const field = path.replace(/_(.)/u, (_, letter: string) => letter.toUpperCase());
    expect(await catchRefusal(update(id, { ...changes, updateMask: [path] }))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      reason: 'INVALID_FIELD',
      details: { field },
    });
  });

  it('refuses to change content, enrichment and whatever else is not its owner’s', async () => {
    const { id } = await newFile();
    for (const path of ['sha256', 'enrichment', 'project_id', 'source_file_id']) {
      expect(await catchRefusal(update(id, { updateMask: [path] }))).toMatchObject({
        reason: 'INVALID_FIELD',
      });
    }
  });

  it('hides a missing file, another organization’s and a folder that is not there', async () => {
    const { id } = await newFile();
    const updateMask = ['tags'];
    const missing = await catchRefusal(update(newId(), { updateMask }));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' });
    expect(await catchRefusal(update(id, { updateMask }, callBy()))).toEqual(missing);
    const intoFolder = { folderId: newId(), updateMask: ['folder_id'] };
    expect(await catchRefusal(update(id, intoFolder))).toMatchObject({ reason: 'FOLDER_NOT_FOUND' });
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}
