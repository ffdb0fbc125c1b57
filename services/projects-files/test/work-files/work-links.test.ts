import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus, PrivacyLevel } from '@assay/proto/files/v1/file';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import {
  WorkAudience,
  WorkFilesServiceService,
  WorkLinkState,
} from '@assay/proto/files/v1/work_files_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { image, wav } from '../content.ts';
import { newProject } from '../new-project.ts';
import { download, readShared, startWork } from './work-platform.ts';
import type { StartedWork } from './work-platform.ts';

let started: StartedWork;
beforeAll(async () => {
  started = await startWork();
});
afterAll(() => started.running.stop());

const { OUTSIDERS } = WorkAudience;
const { MEMBERS } = WorkAudience;
const { READY, PENDING, FAILED, MISSING, NOT_PUBLIC } = WorkLinkState;
const closedLevels = [PrivacyLevel.INTERNAL, PrivacyLevel.PRIVATE, PrivacyLevel.SENSITIVE];
const list = (fileIds: readonly string[], projectId = started.projectId, by = started.by) =>
  started.running.workFiles.listWorkFiles(by, { projectId, fileIds: [...fileIds] });
const renditions = () => started.running.db.collection<{ _id: string; attempts: number }>('renditions');
const readKey = async (fileId: string) => (await started.read(fileId)).storageKey;

describe('ListWorkFiles', () => {
  it('answers size, level and displayed dimensions, and lists the ids of missing files', async () => {
    const fileId = await started.upload(await image('png', 40, 30), 'a.png');
    await started.becomes(fileId, EnrichmentStatus.COMPLETED);
    const before = newId();
    const after = newId();
    const { files, missingFileIds } = await list([before, fileId, after]);
    expect(missingFileIds).toEqual([before, after]);
    expect(files).toEqual([
      expect.objectContaining({
        id: fileId,
        projectId: started.projectId,
        name: 'a.png',
        mimeType: 'image/png',
        privacyLevel: PrivacyLevel.PUBLIC,
        width: 40,
        height: 30,
        durationSeconds: undefined,
      }),
    ]);
  });

  it('answers the duration of audio, and the level that the file has now', async () => {
    const fileId = await started.upload(wav());
    await started.becomes(fileId, EnrichmentStatus.COMPLETED);
    await started.setPrivacy(fileId, PrivacyLevel.PRIVATE);
    const { files } = await list([fileId], '');
    expect(files).toMatchObject([
      { durationSeconds: 1, privacyLevel: PrivacyLevel.PRIVATE, width: undefined },
    ]);
  });

  it('lists files of other projects and organizations as missing', async () => {
    const fileId = await started.upload(await image('png'));
    const other = await newProject(started.running, started.call);
    expect(await list([fileId], other)).toEqual({ files: [], missingFileIds: [fileId] });
    const foreign = callByService('crowd-webhooks', newId());
    expect(await list([fileId], '', foreign)).toEqual({ files: [], missingFileIds: [fileId] });
    const [link] = await started.link([fileId], OUTSIDERS, foreign);
    expect(link).toMatchObject({ fileId, state: MISSING, presignedUrl: undefined });
  });

  it('refuses people and other services', async () => {
    const { platform, service } = started.running;
    const gateway = platform.connect(service.grpcAddress);
    const workFiles = gateway.client(WorkFilesServiceService);
    const request = { projectId: '', fileIds: [newId()] };
    for (const caller of [callBy(), callByService('gateway', started.call.organizationId)]) {
      const refused = await catchRefusal(workFiles.listWorkFiles(caller, request));
      expect(refused).toMatchObject({ status: 'PERMISSION_DENIED' });
    }
    gateway.close();
  });
});

describe('a file that is not public', () => {
  it.each(closedLevels)('has no link for outsiders, and no rendition is made for them: %s', async (level) => {
    const fileId = await started.upload(await image('jpeg', 64, 48));
    await started.setPrivacy(fileId, level);
    await started.running.workFiles.prepareRenditions(started.by, { fileIds: [fileId], audience: OUTSIDERS });
    expect(await started.link([fileId])).toMatchObject([{ state: NOT_PUBLIC, presignedUrl: undefined }]);
    expect(await renditions().countDocuments({ _id: await readKey(fileId) })).toBe(0);
    expect(await started.settle(fileId, MEMBERS)).toMatchObject({ state: READY, isRendition: false });
  });

  it('has no new link for outsiders from the moment of the change until it is public again', async () => {
    const fileId = await started.upload(await image('jpeg', 64, 48));
    expect((await started.settle(fileId)).state).toBe(READY);
    await started.setPrivacy(fileId, PrivacyLevel.SENSITIVE);
    expect(await started.link([fileId])).toMatchObject([{ state: NOT_PUBLIC }]);
    expect((await started.settle(fileId, MEMBERS)).state).toBe(READY);
    await started.setPrivacy(fileId, PrivacyLevel.PUBLIC);
    expect((await started.settle(fileId)).state).toBe(READY);
  });
});

describe('a rendition', () => {
  it('is made once for 20 calls at the same time', async () => {
    const fileId = await started.upload(await image('jpeg', 640, 480));
    const calls = Array.from({ length: 20 }, () => started.settle(fileId));
    const links = await Promise.all(calls);
    expect(links.every(({ state }) => state === READY)).toBe(true);
    const id = await readKey(fileId);
    expect(await renditions().find({ _id: id }).toArray()).toMatchObject([{ state: 'made', attempts: 1 }]);
  });

  it('is there at the first claim if it was prepared, and pending without waiting', async () => {
    const fileId = await started.upload(await image('jpeg', 64, 48));
    const request = { fileIds: [fileId], audience: OUTSIDERS };
    const { workFiles } = started.running;
    const first = await workFiles.createWorkLinks(started.by, { ...request, maxWaitMs: 0 });
    expect(first).toMatchObject({ links: [{ fileId, state: PENDING }], retryAfterMs: 1_000 });
    await workFiles.prepareRenditions(started.by, request);
    await started.settle(fileId);
    const again = await workFiles.createWorkLinks(started.by, { ...request, maxWaitMs: 0 });
    expect(again).toMatchObject({ links: [{ fileId, state: READY }], retryAfterMs: undefined });
  });

  it('is removed with its file', async () => {
    const fileId = await started.upload(await image('jpeg', 64, 48));
    const link = await started.settle(fileId);
    expect((await download(link)).length).toBeGreaterThan(0);
    const key = await readKey(fileId);
    expect(await started.running.storage.head(`${key}.rendition`)).toBeDefined();
    await started.running.files.deleteFile(started.call, { fileId, answer: DeletionAnswer.UNSPECIFIED });
    expect((await started.link([fileId]))[0]).toMatchObject({ state: MISSING });
    await eventually(async () => {
      expect(await renditions().countDocuments({ _id: key })).toBe(0);
      expect(await started.running.storage.head(`${key}.rendition`)).toBeUndefined();
    });
  });

  it('does not count towards the storage quota', async () => {
    const fileId = await started.upload(await image('jpeg', 64, 48));
    const read = async () => (await started.running.files.getStorageUse(started.call, {})).storageUse;
    const before = await read();
    await started.settle(fileId);
    expect(await read()).toEqual(before);
  });

  it('is an error for people, if the file cannot be shown', async () => {
    const whole = await image('jpeg', 640, 480);
    const fileId = await started.upload(Buffer.concat([whole.subarray(0, 20), Buffer.alloc(400)]));
    expect(await started.settle(fileId)).toMatchObject({
      state: FAILED,
      presignedUrl: undefined,
      error: expect.stringMatching(/^The .+\.$/u),
    });
  });
});

const tooLarge = /^The image has \d+ megapixels; at most 100 are decoded\.$/u;
const unreadable = /^The PDF cannot be opened\.$/u;

describe.skipIf(findSharedMedia('hostile') === undefined)(
  'renditions of hostile files (needs the media collection)',
  () => {
    afterEach(async () => {
      const next = await started.settle(await started.upload(await image('png', 5, 5)));
      if (next.state !== READY) throw new Error('the next rendition was not made', { cause: next.error });
    });

    it.each([
      ['bomb_16000x16000_rgb.png', tooLarge],
      ['bomb_30000x30000_1bit.png', tooLarge],
      ['corkami_044a7fc500.pdf', unreadable],
      ['corkami_14ea0b7ff7.pdf', unreadable],
    ])('end with an error: %s', async (name, error) => {
      const link = await started.settle(await started.upload(await readShared(`hostile/${name}`), name));
      expect(link).toMatchObject({ state: FAILED, error: expect.stringMatching(error) });
    });

    it.each(['corkami_022c3a2308.jpg', 'avif_1fc1e5902d.avif', 'bmpsuite_1ce9c9465c.bmp'])(
      'are made where the image can be read: %s',
      async (name) => {
        const link = await started.settle(await started.upload(await readShared(`hostile/${name}`), name));
        expect(link).toMatchObject({ state: READY, error: undefined });
      },
    );
  },
);
