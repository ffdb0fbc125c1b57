import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { reserveQuota } from '../../src/domain/room/room.ts';
import { image } from '../content.ts';
import { depsOf } from '../deps.ts';
import { countStored, nothing } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { announced, begin } from './parts.ts';

const limits = { bytes: 100_000, files: 5, uploads: 100 };
let running: Started;
beforeAll(async () => {
  running = await start({
    STORAGE_MAX_BYTES: String(limits.bytes),
    STORAGE_MAX_FILES: String(limits.files),
    ROLES: 'api,relay,worker',
  });
});
afterAll(() => running.stop());

function domain() {
  return { ...depsOf(running), storageLimits: limits };
}

const useOf = (organizationId: string) => domain().storageUse.find(organizationId);

it('lets in the first uploads of an organization, although none of them has a counter yet', async () => {
  const organizations = Array.from({ length: 10 }, () => callBy().organizationId);
  const reserving = organizations.flatMap((organizationId) =>
    Array.from({ length: limits.files }, (_, index) =>
      reserveQuota(domain(), { organizationId, uploadId: `upload-${index.toString()}`, bytes: 10 }),
    ),
  );
  expect((await Promise.allSettled(reserving)).filter(({ status }) => status === 'rejected')).toEqual([]);
});

it('of uploads that reserve at once as many are let in as there is room for, each once', async () => {
  const { organizationId } = callBy();
  const reserving = Array.from({ length: 30 }, (_, index) => {
    const wanted = { organizationId, uploadId: `upload-${index % 15}`, bytes: 30_000 };
    return reserveQuota(domain(), wanted).then(
      () => wanted.uploadId,
      () => undefined,
    );
  });
  const admitted = new Set((await Promise.all(reserving)).filter((id) => id !== undefined));
  expect(admitted.size).toBe(3);
  const { reservations, ...use } = (await useOf(organizationId)) ?? { reservations: [] };
  expect(use).toMatchObject({ usedBytes: 90_000, usedFiles: 3 });
  expect(new Set(reservations.map(({ id }) => id))).toEqual(admitted);
});

it('as many uploads are let in as may be under way, and another once one of them has ended', async () => {
  const { organizationId } = callBy();
  const few = { ...domain(), storageLimits: { ...limits, uploads: 2 } };
  const reserve = (uploadId: string) => reserveQuota(few, { organizationId, uploadId, bytes: 10 });
  const sent = await Promise.allSettled(['a', 'b', 'c', 'd'].map(reserve));
  const refused = { status: 'rejected', reason: { reason: 'UPLOAD_LIMIT', details: { limit: 2 } } };
  expect(sent.filter(({ status }) => status === 'rejected')).toMatchObject([refused, refused]);
  const [one] = (await useOf(organizationId))?.reservations ?? [];
  await reserve(one?.id ?? '');
  await few.storageUse.settle(organizationId, one?.id ?? '', { usedBytes: 10, usedFiles: 1 });
  await reserve('e');
  await expect(reserve('f')).rejects.toMatchObject({ reason: 'UPLOAD_LIMIT' });
});

it('room that an upload reserved is given back once, however often it is asked for', async () => {
  const { organizationId } = callBy();
  const { storageUse } = domain();
  for (const uploadId of ['a', 'b']) await reserveQuota(domain(), { organizationId, uploadId, bytes: 1_000 });
  await Promise.all(Array.from({ length: 10 }, () => storageUse.settle(organizationId, 'a', undefined)));
  await Promise.all(
    Array.from({ length: 10 }, () =>
      storageUse.settle(organizationId, 'b', { usedBytes: 400, usedFiles: 1 }),
    ),
  );
  expect(await useOf(organizationId)).toMatchObject({ usedBytes: 400, usedFiles: 1, reservations: [] });
});

it('uploads over the limit are refused with what is used, store nothing, and fit again after a deletion', async () => {
  const call = callBy();
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  const bytes = await image('png');
  const upload = () => running.uploader.upload(call, projectId, { bytes, type: 'image/png' });
  const sent = await Promise.all(Array.from({ length: 12 }, upload));
  const stored = sent.filter(({ status }) => status === 201);
  expect(stored.length).toBe(limits.files);
  const refused = sent.find(({ status }) => status !== 201);
  expect(refused?.status).toBe(409);
  expect(refused?.error).toMatchObject({
    status: 'FAILED_PRECONDITION',
    reason: 'QUOTA_EXCEEDED',
    details: { limitBytes: limits.bytes, limitFiles: limits.files, usedFiles: limits.files },
  });
  const used = { usedBytes: limits.files * bytes.byteLength, usedFiles: limits.files };
  await eventually(async () => {
    expect(await useOf(organizationId)).toMatchObject({ ...used, reservations: [] });
    expect(await countStored(running, organizationId)).toEqual({
      ...nothing,
      files: limits.files,
      objects: limits.files,
    });
  });
  const large = running.uploads.createUpload(call, announced(projectId, 10));
  await expect(large).rejects.toMatchObject({ reason: 'QUOTA_EXCEEDED' });
  await running.files.deleteFile(call, {
    fileId: stored[0]?.file?.id ?? '',
    answer: DeletionAnswer.UNSPECIFIED,
  });
  expect((await upload()).status).toBe(201);
});

it('a deletion gives its room back soon, and no file is counted for it', async () => {
  const call = callBy();
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  const bytes = await image('png');
  const upload = () => running.uploader.upload(call, projectId, { bytes, type: 'image/png' });
  const first = await upload();
  await upload();
  await upload();
  const isCount = (words: string) => words.includes(organizationId) && words.includes('$sizeBytes');
  const countsOfFiles = () =>
    running.commands.filter(({ command }) => isCount(JSON.stringify(command))).length;
  const before = countsOfFiles();
  const answer = DeletionAnswer.UNSPECIFIED;
  await running.files.deleteFile(call, { fileId: first.file?.id ?? '', answer });
  const left = { usedBytes: 2 * bytes.byteLength, usedFiles: 2, reservations: [], removals: [] };
  await eventually(async () => expect(await useOf(organizationId)).toMatchObject(left));
  await running.projects.deleteProject(call, { projectId });
  const nothingUsed = { usedBytes: 0, usedFiles: 0, removals: [] };
  await eventually(async () => expect(await useOf(organizationId)).toMatchObject(nothingUsed));
  expect(countsOfFiles()).toBe(before);
});

it('an upload in parts takes its room from its beginning to its end', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const place = await begin(running, call, announced(projectId, 70_000));
  expect(await useOf(call.organizationId)).toMatchObject({ usedBytes: 70_000, usedFiles: 1 });
  await expect(begin(running, call, announced(projectId, 70_000))).rejects.toMatchObject({
    reason: 'QUOTA_EXCEEDED',
    details: { usedBytes: 70_000, usedFiles: 1 },
  });
  await running.uploads.abortUpload(call, place);
  expect(await useOf(call.organizationId)).toMatchObject({ usedBytes: 0, usedFiles: 0 });
});

it('files of before there was a counter count', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const bytes = await image('png');
  await running.uploader.upload(call, projectId, { bytes });
  await running.db.collection<{ _id: string }>('storage_use').deleteOne({ _id: call.organizationId });
  await running.uploader.upload(call, projectId, { bytes });
  expect(await useOf(call.organizationId)).toMatchObject({ usedFiles: 2, usedBytes: 2 * bytes.byteLength });
});

describe('GetStorageUse', () => {
  const useFor = async (call: OutgoingCall) => (await running.files.getStorageUse(call, {})).storageUse;
  const empty = { limitBytes: limits.bytes, usedBytes: 0, limitFiles: limits.files, usedFiles: 0 };

  it('tells the limits and the use of the organization of the call, to every role', async () => {
    const call = callBy();
    expect(await useFor(call)).toEqual(empty);
    const projectId = await newProject(running, call);
    const bytes = await image('png');
    const { file } = await running.uploader.upload(call, projectId, { bytes });
    const viewer = callBy({ organizationId: call.organizationId, role: Role.VIEWER });
    expect(await useFor(viewer)).toEqual({ ...empty, usedBytes: bytes.byteLength, usedFiles: 1 });
    expect(await useFor(callBy())).toEqual(empty);
    await running.files.deleteFile(call, { fileId: file?.id ?? '', answer: DeletionAnswer.UNSPECIFIED });
    expect(await useFor(call)).toEqual(empty);
  });

  it('counts what uploads under way have reserved', async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    await begin(running, call, announced(projectId, 70_000));
    expect(await useFor(call)).toEqual({ ...empty, usedBytes: 70_000, usedFiles: 1 });
  });

  it('answers nothing to who works in no organization, and refuses services', async () => {
    expect(await useFor(callBy({ organizationId: '', role: Role.UNSPECIFIED }))).toBeUndefined();
    const asked = running.files.getStorageUse(callByService('gateway'), {});
    expect(await catchRefusal(asked)).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});
