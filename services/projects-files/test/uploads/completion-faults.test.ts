import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { callBy } from '@assay/test-kit/test-platform';
import { completeUpload } from '../../src/domain/resumable-upload/complete-upload.ts';
import { abortUpload, sweepResumableUploads } from '../../src/domain/resumable-upload/end-upload.ts';
import { getUpload, linkMissingParts } from '../../src/domain/resumable-upload/get-upload.ts';
import { storePart } from '../../src/domain/resumable-upload/store-part.ts';
import { depsOf } from '../deps.ts';
import { contextOf, dyingAfter, Killed } from '../dying-process.ts';
import { countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { announced, begin, film, hashOf, partOf, partSize, putPart, sendAll } from './parts.ts';
import type { Place } from './parts.ts';

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
    expect(await countStored(running, call.organizationId)).toEqual({
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
  const left = await countStored(running, call.organizationId);
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
  expect(await countStored(running, call.organizationId)).toEqual({ ...nothing, incompleteUploads: 1 });
  running.clock.advance(60_000);
  await expect(completeUpload(domain(), call, { ...place, sha256 })).rejects.toMatchObject({
    status: 'NOT_FOUND',
  });
  expect(await sweepResumableUploads(domain())).toBe(1);
  expect(await countStored(running, call.organizationId)).toEqual(nothing);
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

describe('a completion', () => {
  /** The domain, and whether the object was read. */
  function readingDomain(): Domain & { readonly reads: () => number } {
    const { storage, ...rest } = domain();
    let reads = 0;
    const get: Domain['storage']['get'] = (key) => {
      reads += 1;
      return storage.get(key);
    };
    return { ...rest, storage: { ...storage, get }, reads: () => reads };
  }

  async function store(of: Domain, call: CallContext, projectId: string, numbers: readonly number[]) {
    const place = await begin(running, call, announced(projectId, video.byteLength));
    for (const partNumber of numbers) {
      const bytes = partOf(video, partNumber);
      const read = (into: Buffer): Promise<void> => {
        bytes.copy(into);
        return Promise.resolve();
      };
      await storePart(of, call, { ...place, partNumber, read });
    }
    return place;
  }

  it('reads nothing again where every part was sent once and arrived here', async () => {
    const call = newCall();
    const here = readingDomain();
    const place = await store(here, call, await newProject(running, call), [2, 1]);
    const file = await completeUpload(here, call, { ...place, sha256 });
    expect(file).toMatchObject({ sha256, sizeBytes: video.byteLength, mimeType: 'video/mp4' });
    expect(here.reads()).toBe(0);
  });

  it('reads what may not be what arrived here: a part was sent again elsewhere, or may be by a link', async () => {
    const call = newCall();
    const projectId = await newProject(running, call);
    const elsewhere = async (place: Place): Promise<void> => {
      const body = new Uint8Array(partOf(video, 2));
      expect((await putPart(running, call, { ...place, partNumber: 2 }, { body })).status).toBe(200);
    };
    const byLink = async (place: Place): Promise<void> => {
      const found = await getUpload(domain(), call, place);
      expect(await linkMissingParts(domain(), { ...found, parts: [] }, true)).toHaveLength(2);
    };
    for (const sendAgain of [elsewhere, byLink]) {
      const here = readingDomain();
      const place = await store(here, call, projectId, [1, 2]);
      await sendAgain(place);
      expect(await completeUpload(here, call, { ...place, sha256 })).toMatchObject({ sha256 });
      expect(here.reads()).toBe(1);
    }
  });

  it('whose bytes as they arrived have another SHA-256 leaves the upload as it is', async () => {
    const call = newCall();
    const here = readingDomain();
    const place = await store(here, call, await newProject(running, call), [1, 2]);
    const other = completeUpload(here, call, { ...place, sha256: hashOf(Buffer.of(1)) });
    await expect(other).rejects.toMatchObject({ reason: 'UNPROCESSABLE_FILE' });
    expect(here.reads()).toBe(0);
    expect(await countStored(running, call.organizationId)).toMatchObject({ objects: 1 });
  });
});
