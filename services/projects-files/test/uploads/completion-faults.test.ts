import { afterAll, beforeAll, expect, it } from 'vitest';
import { callBy } from '@assay/test-kit/test-platform';
import { completeUpload } from '../../src/domain/resumable-upload/complete-upload.ts';
import { abortUpload, sweepResumableUploads } from '../../src/domain/resumable-upload/end-upload.ts';
import { depsOf } from '../deps.ts';
import { contextOf, dyingAfter, Killed } from '../dying-process.ts';
import { leftovers, nothing, oneFile } from '../leftovers.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { film, hashOf, partSize, sendAll } from './parts.ts';

const dayMs = 24 * 3_600_000;
let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const domain = (): Domain => depsOf(running);

type Domain = ReturnType<typeof depsOf>;

const newCall = () => contextOf(callBy());

function dyingDomain(requests: number): Domain & { readonly sent: () => number } {
  const { storage, resumableUploads, storageUse, files, folders, projects, ...rest } = domain();
  const all = { storage, resumableUploads, storageUse, files, folders, projects };
  const { servers, sent } = dyingAfter(all, requests);
  return { ...rest, ...servers, sent };
}

const video = film(partSize + 1_000);
const sha256 = hashOf(video);

it('a completion that dies between any two steps is carried on by the next one, as one file', async () => {
  const call = newCall();
  const projectId = await newProject(running, call);
  for (let requests = 0; ; requests += 1) {
    const place = await sendAll(running, call, { projectId, bytes: video });
    const dying = dyingDomain(requests);
    const hasDied = await completeUpload(dying, call, { ...place, sha256 }).then(
      () => false,
      (error: unknown) => error instanceof Killed,
    );
    const file = await completeUpload(domain(), call, { ...place, sha256 });
    expect(file).toMatchObject({ id: place.uploadId, sha256 });
    const stored = requests + 1;
    expect(await domain().storageUse.find(call.organizationId)).toMatchObject({
      usedBytes: stored * video.byteLength,
      usedFiles: stored,
      reservations: [],
    });
    expect(await leftovers(running, call.organizationId)).toEqual({
      ...oneFile,
      files: stored,
      objects: stored,
    });
    if (hasDied) continue;
    expect(dying.sent()).toBeGreaterThan(8);
    break;
  }
});

it('one that nobody carries on leaves nothing but a stored file once it has expired', async () => {
  const call = newCall();
  const projectId = await newProject(running, call);
  for (let requests = 0; ; requests += 1) {
    const place = await sendAll(running, call, { projectId, bytes: video });
    const dying = dyingDomain(requests);
    await completeUpload(dying, call, { ...place, sha256 }).catch(() => undefined);
    if (dying.sent() < requests) break;
  }
  running.clock.advance(dayMs + 1);
  await sweepResumableUploads(domain());
  const left = await leftovers(running, call.organizationId);
  expect(left).toEqual({ ...nothing, files: left.files, objects: left.files });
  expect(left.files).toBeGreaterThan(0);
  const room = await domain().storageUse.find(call.organizationId);
  expect(room).toMatchObject({
    usedBytes: left.files * video.byteLength,
    usedFiles: left.files,
    reservations: [],
  });
  expect(await running.db.collection('resumable_uploads').countDocuments()).toBe(0);
});

it('an upload that expires ends with what has arrived of it, and not before', async () => {
  const call = newCall();
  const projectId = await newProject(running, call);
  const place = await sendAll(running, call, { projectId, bytes: video });
  running.clock.advance(dayMs - 60_000);
  await sweepResumableUploads(domain());
  expect(await leftovers(running, call.organizationId)).toEqual({ ...nothing, incompleteUploads: 1 });
  running.clock.advance(60_000);
  await expect(completeUpload(domain(), call, { ...place, sha256 })).rejects.toMatchObject({
    status: 'NOT_FOUND',
  });
  expect(await sweepResumableUploads(domain())).toBe(1);
  expect(await leftovers(running, call.organizationId)).toEqual(nothing);
});

it('of aborting and completing at once one has it, never half of each', async () => {
  const call = newCall();
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  for (let round = 0; round < 4; round += 1) {
    const place = await sendAll(running, call, { projectId, bytes: video });
    const [completed] = await Promise.allSettled([
      completeUpload(domain(), call, { ...place, sha256 }),
      abortUpload(domain(), call, place),
    ]);
    const file = await domain().files.find(organizationId, place.uploadId);
    expect(file !== undefined).toBe(completed.status === 'fulfilled');
    const object = file && (await running.storage.head(file.storageKey));
    expect(object?.sizeBytes).toBe(file?.sizeBytes);
  }
});
