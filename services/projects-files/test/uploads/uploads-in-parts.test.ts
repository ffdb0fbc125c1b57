import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus, PrivacyLevel } from '@assay/proto/files/v1/file';
import { Role } from '@assay/proto/access/v1/access';
import { callBy } from '@assay/test-kit/test-platform';
import { image } from '../content.ts';
import { countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { announced, begin, film, hashOf, partOf, partSize, putPart, sendAll } from './parts.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api,relay', UPLOAD_MAX_IMAGE_BYTES: '100000' });
});
afterAll(() => running.stop());

async function caller(): Promise<{ readonly call: OutgoingCall; readonly projectId: string }> {
  const call = callBy();
  return { call, projectId: await newProject(running, call) };
}

const size = 2 * partSize + 1_000;
const video = film(size);
const sha256 = hashOf(video);

describe('an upload in parts', () => {
  it('becomes a file with its id, in whichever order its parts came', async () => {
    const { call, projectId } = await caller();
    const { folder } = await running.folders.createFolder(call, {
      projectId,
      name: 'A',
      parentId: undefined,
    });
    const request = {
      ...announced(projectId, size),
      name: '../harbour\u202e.mp4',
      folderId: folder?.id,
      tags: ['flood'],
      privacyLevel: PrivacyLevel.SENSITIVE,
    };
    const { upload } = await running.uploads.createUpload(call, request);
    expect(upload).toMatchObject({ partSize, partCount: 3, size, name: 'harbour.mp4', parts: [] });
    const place = { projectId, uploadId: upload?.uploadId ?? '' };
    const sent = [3, 1, 2].map(async (partNumber) => {
      const body = new Uint8Array(partOf(video, partNumber));
      return putPart(running, call, { ...place, partNumber }, { body });
    });
    for (const { part } of await Promise.all(sent)) {
      expect(part?.sha256).toBe(hashOf(partOf(video, part?.partNumber ?? 0)));
    }
    const { file } = await running.uploads.completeUpload(call, { ...place, sha256: sha256.toUpperCase() });
    expect(file).toMatchObject({
      id: place.uploadId,
      name: 'harbour.mp4',
      mimeType: 'video/mp4',
      sizeBytes: size,
      sha256,
      tags: ['flood'],
      folderId: folder?.id,
      privacyLevel: PrivacyLevel.SENSITIVE,
      enrichmentStatus: EnrichmentStatus.PENDING,
    });
    expect(await countStored(running, call.organizationId)).toEqual(oneFile);
  });

  it('is resumed by what has arrived, and a part sent again replaces the one before', async () => {
    const { call, projectId } = await caller();
    const place = await begin(running, call, announced(projectId, size));
    const put = (partNumber: number, bytes: Buffer) =>
      putPart(running, call, { ...place, partNumber }, { body: new Uint8Array(bytes) });
    await put(3, Buffer.alloc(1_000, 9));
    const { part } = await put(3, partOf(video, 3));
    const { upload } = await running.uploads.getUpload(call, { ...place, withLinks: false });
    expect(upload?.parts).toEqual([{ partNumber: 3, size: 1_000, etag: part?.etag, sha256: undefined }]);
    await expect(running.uploads.completeUpload(call, { ...place, sha256 })).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'UPLOAD_INCOMPLETE',
      details: { state: 'open', missingParts: [1, 2] },
    });
    await put(1, partOf(video, 1));
    await put(2, partOf(video, 2));
    const { file } = await running.uploads.completeUpload(call, { ...place, sha256 });
    expect(file?.sha256).toBe(sha256);
  });

  it('answers the same file when it is completed again, also many times at once', async () => {
    const { call, projectId } = await caller();
    const place = await sendAll(running, call, { projectId, bytes: video });
    const completing = Array.from({ length: 5 }, () =>
      running.uploads.completeUpload(call, { ...place, sha256 }),
    );
    const files = (await Promise.all(completing)).map(({ file }) => file);
    const { file: again } = await running.uploads.completeUpload(call, { ...place, sha256 });
    for (const file of files) expect(file).toEqual(again);
    const other = running.uploads.completeUpload(call, { ...place, sha256: hashOf(Buffer.of(1)) });
    await expect(other).rejects.toMatchObject({ status: 'NOT_FOUND', reason: 'UPLOAD_NOT_FOUND' });
    expect(await countStored(running, call.organizationId)).toEqual(oneFile);
  });

  it('whose SHA-256 was mistyped is completed with the right one', async () => {
    const { call, projectId } = await caller();
    const place = await sendAll(running, call, { projectId, bytes: video });
    await expect(
      running.uploads.completeUpload(call, { ...place, sha256: hashOf(Buffer.of(1)) }),
    ).rejects.toMatchObject({ status: 'FAILED_PRECONDITION', reason: 'UNPROCESSABLE_FILE' });
    const { file } = await running.uploads.completeUpload(call, { ...place, sha256 });
    expect(file).toMatchObject({ id: place.uploadId, sha256 });
    expect(await countStored(running, call.organizationId)).toEqual(oneFile);
  });

  it('whose SHA-256 was mistyped can be aborted', async () => {
    const { call, projectId } = await caller();
    const place = await sendAll(running, call, { projectId, bytes: video });
    const mistyped = running.uploads.completeUpload(call, { ...place, sha256: hashOf(Buffer.of(1)) });
    await expect(mistyped).rejects.toMatchObject({ reason: 'UNPROCESSABLE_FILE' });
    await running.uploads.abortUpload(call, place);
    const read = running.uploads.getUpload(call, { ...place, withLinks: false });
    await expect(read).rejects.toMatchObject({ reason: 'UPLOAD_NOT_FOUND' });
  });

  it('is aborted with all that has arrived', async () => {
    const { call, projectId } = await caller();
    const place = await sendAll(running, call, { projectId, bytes: video });
    await running.uploads.abortUpload(call, place);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
    await expect(running.uploads.abortUpload(call, place)).rejects.toMatchObject({ status: 'NOT_FOUND' });
    const late = await putPart(
      running,
      call,
      { ...place, partNumber: 1 },
      { body: new Uint8Array(partSize) },
    );
    expect(late.error).toMatchObject({ status: 'NOT_FOUND', reason: 'UPLOAD_NOT_FOUND' });
  });

  it('is taken by links straight to the storage', async () => {
    const { call, projectId } = await caller();
    const { upload, links } = await running.uploads.createUpload(call, {
      ...announced(projectId, size),
      withLinks: true,
    });
    expect(links.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3]);
    const place = { projectId, uploadId: upload?.uploadId ?? '' };
    for (const { partNumber, url } of links) {
      const body = new Uint8Array(partOf(video, partNumber));
      const longer = new Uint8Array([...body.subarray(0, 1), ...body]);
      // The storage may close the connection before it has read the whole body.
      const refused = fetch(url, { method: 'PUT', body: longer }).then(
        ({ status }) => status,
        () => 403,
      );
      expect(await refused).toBe(403);
      const { upload: partly } = await running.uploads.getUpload(call, { ...place, withLinks: false });
      expect(partly?.parts.map((part) => part.partNumber)).not.toContain(partNumber);
      expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
    }
    expect((await running.uploads.getUpload(call, { ...place, withLinks: true })).links).toEqual([]);
    const { file } = await running.uploads.completeUpload(call, { ...place, sha256 });
    expect(file).toMatchObject({ sha256, sizeBytes: size });
  });
});

describe('a part', () => {
  it.each([
    ['shorter than it is to be', 1_000],
    ['longer than it is to be', partSize + 1],
  ])('%s is refused, whether or not its length is announced', async (_name, length) => {
    const { call, projectId } = await caller();
    const place = await begin(running, call, announced(projectId, size));
    const body = new Uint8Array(length);
    const streamed: RequestInit = { body: ReadableStream.from([body]), duplex: 'half' };
    for (const init of [{ body }, streamed]) {
      const { status, error } = await putPart(running, call, { ...place, partNumber: '1' }, init);
      expect(status).toBe(400);
      expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', reason: 'INVALID_FIELD' });
    }
    const { upload } = await running.uploads.getUpload(call, { ...place, withLinks: false });
    expect(upload?.parts).toEqual([]);
  });

  it.each(['4', '0', 'one'])(
    'of the number %s, which the upload has not, is not found',
    async (partNumber) => {
      const { call, projectId } = await caller();
      const place = await begin(running, call, announced(projectId, size));
      const { error } = await putPart(running, call, { ...place, partNumber }, { body: new Uint8Array(10) });
      expect(error).toMatchObject({ status: 'NOT_FOUND', reason: 'PART_NOT_FOUND' });
    },
  );

  it('that comes first is refused when it shows a type that is not accepted or may not be so large', async () => {
    const { call, projectId } = await caller();
    const large = Buffer.concat([await image('png'), Buffer.alloc(200_000)]);
    const request = { ...announced(projectId, large.byteLength), mimeType: 'application/octet-stream' };
    const place = { ...(await begin(running, call, request)), partNumber: 1 };
    const tooLarge = await putPart(running, call, place, { body: new Uint8Array(large) });
    expect([tooLarge.status, tooLarge.error?.reason]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const zip = Buffer.alloc(large.byteLength);
    zip.write('PK\u0003\u0004', 'latin1');
    const unknown = await putPart(running, call, place, { body: new Uint8Array(zip) });
    expect([unknown.status, unknown.error?.reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('needs a credential that may upload, and an upload of its organization', async () => {
    const { call, projectId } = await caller();
    const place = { ...(await begin(running, call, announced(projectId, 10))), partNumber: 1 };
    const init = { body: new Uint8Array(10) };
    expect((await putPart(running, undefined, place, init)).status).toBe(401);
    expect((await putPart(running, callBy({ role: Role.VIEWER }), place, init)).status).toBe(403);
    const foreign = await putPart(running, callBy(), place, init);
    const missing = await putPart(running, callBy(), { ...place, uploadId: newId() }, init);
    expect(foreign.error?.message).toBe(missing.error?.message);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const misplaced = { ...place, projectId: await newProject(running, call) };
    expect((await putPart(running, call, misplaced, init)).error).toEqual(missing.error);
    expect((await putPart(running, call, place, init)).status).toBe(415);
  });
});

describe('an upload', () => {
  it('is refused before it begins where it could not become a file', async () => {
    const { call, projectId } = await caller();
    const request = announced(projectId, size);
    const refusals = [
      [{ ...request, projectId: newId() }, 'PROJECT_NOT_FOUND'],
      [{ ...request, folderId: newId() }, 'FOLDER_NOT_FOUND'],
      [{ ...request, size: 2 ** 31 }, 'PAYLOAD_TOO_LARGE'],
      [{ ...request, mimeType: 'image/png' }, 'PAYLOAD_TOO_LARGE'],
      [{ ...request, mimeType: 'nonsense' }, 'INVALID_FIELD'],
      [{ ...request, size: 0 }, 'INVALID_FIELD'],
    ] as const;
    for (const [given, reason] of refusals) {
      await expect(running.uploads.createUpload(call, given)).rejects.toMatchObject({ reason });
    }
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it.each(['getUpload', 'completeUpload', 'abortUpload'] as const)(
    'of another organization is as if it did not exist: %s',
    async (rpc) => {
      const { call, projectId } = await caller();
      const place = { ...(await begin(running, call, announced(projectId, 10))), sha256, withLinks: false };
      const errors = [place, { ...place, uploadId: newId() }].map(async (request) =>
        running.uploads[rpc](callBy(), request).catch((error: unknown) => error),
      );
      const [foreign, missing] = await Promise.all(errors);
      expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'UPLOAD_NOT_FOUND' });
      expect(foreign).toEqual(missing);
      const misplaced = { ...place, projectId: await newProject(running, call) };
      await expect(running.uploads[rpc](call, misplaced)).rejects.toEqual(missing);
    },
  );

  it('is read in full after it was completed', async () => {
    const { call, projectId } = await caller();
    const place = await sendAll(running, call, { projectId, bytes: video });
    await running.uploads.completeUpload(call, { ...place, sha256 });
    const { presignedUrl } = await running.files.createDownloadLink(call, { fileId: place.uploadId });
    const response = await fetch(presignedUrl?.url ?? '');
    expect(hashOf(Buffer.from(await response.arrayBuffer()))).toBe(sha256);
  });
});
