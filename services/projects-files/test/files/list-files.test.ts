import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { ListFilesRequest, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { declareResources } from '../../src/resources.ts';
import { image, pdf } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const store = async (call: OutgoingCall, projectId: string, name: string): Promise<string> => {
  running.clock.advance(1);
  const bytes = name.endsWith('.pdf') ? pdf() : await image('png');
  const { file } = await running.uploader.upload(call, projectId, { bytes, name });
  return file?.id ?? '';
};
const label = (call: OutgoingCall, fileId: string, ...tags: string[]) =>
  running.files.updateFile(call, UpdateFileRequest.fromPartial({ fileId, tags, updateMask: ['tags'] }));
const list = async (call: OutgoingCall, filter: Partial<ListFilesRequest>): Promise<readonly string[]> => {
  const request = { ...ListFilesRequest.fromPartial({ limit: 200 }), ...filter };
  const { files, total } = await running.files.listFiles(call, request);
  expect(total).toBe(files.length);
  return files.map(({ id }) => id);
};
const setFields = (fileId: string, fields: Readonly<Record<string, unknown>>) =>
  running.db.collection<{ _id: string }>('files').updateOne({ _id: fileId }, { $set: fields });

it('lists the files of all projects of the organization and of no other, newest first', async () => {
  const call = callBy();
  const one = await newProject(running, call);
  const two = await newProject(running, call);
  const first = await store(call, one, 'a.png');
  const second = await store(call, two, 'b.pdf');
  const third = await store(call, one, 'c.png');
  expect(await list(call, {})).toEqual([third, second, first]);
  expect(await list(call, { projectId: one })).toEqual([third, first]);
  expect(await list(call, { mimeType: 'image/' })).toEqual([third, first]);
  expect(await list(callBy(), {})).toEqual([]);
});

it('finds files by a label exactly as it is written, with and without a status', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const a = await store(call, projectId, 'a.png');
  const b = await store(call, projectId, 'b.png');
  await label(call, a, 'flood', 'harbour');
  await label(call, b, 'flood');
  await setFields(b, { enrichmentStatus: 'failed' });
  for (const where of [{}, { projectId }]) {
    expect(await list(call, { ...where, tag: 'flood' })).toEqual([b, a]);
    expect(await list(call, { ...where, tag: 'harbour' })).toEqual([a]);
    expect(await list(call, { ...where, tag: 'Flood' })).toEqual([]);
    expect(await list(call, { ...where, tag: 'flood', enrichmentStatus: EnrichmentStatus.FAILED })).toEqual([
      b,
    ]);
  }
});

it('finds files by the beginning of their name, whatever the case', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const upper = await store(call, projectId, 'Überschwemmung.png');
  const lower = await store(call, projectId, 'überblick.pdf');
  for (const where of [{}, { projectId }]) {
    expect(await list(call, { ...where, name: 'ÜBER' })).toEqual([lower, upper]);
    expect(await list(call, { ...where, name: 'übers' })).toEqual([upper]);
    expect(await list(call, { ...where, name: 'blick' })).toEqual([]);
    expect(await list(call, { ...where, name: '.*' })).toEqual([]);
    expect(await list(call, { ...where, name: 'über', mimeType: 'application/pdf' })).toEqual([lower]);
  }
  const changes = { fileId: upper, name: 'Flut.png', updateMask: ['name'] };
  await running.files.updateFile(call, UpdateFileRequest.fromPartial(changes));
  expect(await list(call, { name: 'flut' })).toEqual([upper]);
});

it('finds files of a folder, and files in none', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const inside = await store(call, projectId, 'a.png');
  const outside = await store(call, projectId, 'b.png');
  const folderId = newId();
  await setFields(inside, { folderId });
  expect(await list(call, { projectId, folderId })).toEqual([inside]);
  expect(await list(call, { projectId, folderId: 'root' })).toEqual([outside]);
  expect(await list(call, { projectId, folderId: newId() })).toEqual([]);
  expect(await catchRefusal(list(call, { folderId: 'root' }))).toMatchObject({
    details: { field: 'folderId' },
  });
});

it('pages through all of them by cursors', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const ids: string[] = [];
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e.png'])
    ids.unshift(await store(call, projectId, name));
  const found: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const request = { ...ListFilesRequest.fromPartial({ limit: 2 }), cursor };
    const page: Awaited<ReturnType<typeof running.files.listFiles>> = await running.files.listFiles(
      call,
      request,
    );
    found.push(...page.files.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(found).toEqual(ids);
});

it('finds files of before by their name once the service was prepared', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const fileId = await store(call, projectId, 'Old.png');
  const notes = { nameKey: true, folderId: true, additionalInfoJson: true, metadataJson: true } as const;
  await running.db.collection<{ _id: string }>('files').updateOne({ _id: fileId }, { $unset: notes });
  expect(await list(call, { name: 'old' })).toEqual([]);
  expect(await list(call, { projectId, folderId: 'root' })).toEqual([fileId]);
  await prepareService(declareResources(running.config), running.config);
  expect(await list(call, { name: 'old' })).toEqual([fileId]);
});
