import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import type { ListFilesRequest } from '@assay/proto/files/v1/files_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { image, pdf } from './content.ts';
import { newProject } from './new-project.ts';
import type { Started } from './start.ts';
import { startWithProject } from './started-project.ts';

let running: Started;
let call: OutgoingCall;
let projectId: string;
beforeAll(async () => {
  ({ running, call, projectId } = await startWithProject({ ROLES: 'api' }));
});
afterAll(() => running.stop());

const store = async (bytes: Uint8Array, name = 'a.png', into = projectId): Promise<string> => {
  running.clock.advance(1);
  const { file } = await running.uploader.upload(call, into, { bytes, name });
  return file?.id ?? '';
};
const fileNotFound = {
  status: 'NOT_FOUND',
  reason: 'FILE_NOT_FOUND',
  message: 'The file was not found. Check its id.',
  details: undefined,
};
const invalid = (field: string) => ({
  status: 'INVALID_ARGUMENT',
  reason: 'INVALID_FIELD',
  details: { field },
});

describe('GetFile', () => {
  it('answers the file as the upload did, with or without its project', async () => {
    const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
    const fileId = file?.id ?? '';
    expect(await running.files.getFile(call, { fileId, projectId })).toEqual({ file });
    expect(await running.files.getFile(call, { fileId, projectId: '' })).toEqual({ file });
  });

  it('hides a file that is missing, in another project or in another organization in the same words', async () => {
    const fileId = await store(await image('png'));
    const otherProject = await newProject(running, call);
    for (const [by, request] of [
      [call, { fileId: newId(), projectId: '' }],
      [call, { fileId, projectId: otherProject }],
      [callBy(), { fileId, projectId: '' }],
      [callBy(), { fileId, projectId }],
    ] as const) {
      expect(await catchRefusal(running.files.getFile(by, request))).toEqual(fileNotFound);
    }
  });
});

describe('BatchGetFiles', () => {
  it('answers the files in the order asked for, also one asked for twice', async () => {
    const bytes = await image('png');
    const a = await store(bytes);
    const b = await store(bytes);
    const c = await store(bytes);
    const fileIds = [b, c, a, b];
    const { files } = await running.files.batchGetFiles(call, { projectId, fileIds });
    expect(files.map(({ id }) => id)).toEqual(fileIds);
  });

  it('answers none when one is missing, in another project or another organization’s', async () => {
    const fileId = await store(await image('png'));
    const other = await newProject(running, call);
    const strange = await store(await image('png'), 'b.png', other);
    for (const [by, fileIds] of [
      [call, [fileId, newId()]],
      [call, [fileId, strange]],
      [callBy(), [fileId]],
    ] as const) {
      const refusal = await catchRefusal(
        running.files.batchGetFiles(by, { projectId, fileIds: [...fileIds] }),
      );
      expect(refusal).toEqual(fileNotFound);
    }
  });

  it.each([[0], [51]])('refuses %i files', async (count) => {
    const fileIds = Array.from({ length: count }, newId);
    const refusal = await catchRefusal(running.files.batchGetFiles(call, { projectId, fileIds }));
    expect(refusal).toMatchObject(invalid('fileIds'));
  });
});

describe('ListFiles', () => {
  const page: Omit<ListFilesRequest, 'projectId'> = {
    enrichmentStatus: EnrichmentStatus.UNSPECIFIED,
    mimeType: '',
    tag: '',
    folderId: '',
    name: '',
    datasetId: '',
    limit: 20,
    offset: 0,
  };

  it('pages through the files of a project, newest first, with the total', async () => {
    const own = await newProject(running, call);
    const bytes = await image('png');
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.unshift(await store(bytes, 'a.png', own));
    const first = await running.files.listFiles(call, { ...page, projectId: own, limit: 3 });
    const last = await running.files.listFiles(call, { ...page, projectId: own, limit: 3, offset: 3 });
    expect([...first.files, ...last.files].map(({ id }) => id)).toEqual(ids);
    expect([first.total, last.total]).toEqual([4, 4]);
  });

  it('filters by the beginning of the type and by the state of enrichment', async () => {
    const own = await newProject(running, call);
    const png = await store(await image('png'), 'a.png', own);
    const gif = await store(await image('gif'), 'a.gif', own);
    const document = await store(pdf(), 'a.pdf', own);
    await running.db
      .collection<{ _id: string }>('files')
      .updateOne({ _id: gif }, { $set: { enrichmentStatus: 'completed' } });
    const ids = async (filter: Partial<typeof page>): Promise<readonly string[]> => {
      const { files, total } = await running.files.listFiles(call, { ...page, ...filter, projectId: own });
      expect(total).toBe(files.length);
      return files.map(({ id }) => id);
    };
    expect(await ids({ mimeType: 'image/' })).toEqual([gif, png]);
    expect(await ids({ mimeType: 'image/png' })).toEqual([png]);
    expect(await ids({ mimeType: 'IMAGE' })).toEqual([gif, png]);
    expect(await ids({ mimeType: '.*' })).toEqual([]);
    expect(await ids({ mimeType: 'video/' })).toEqual([]);
    expect(await ids({ enrichmentStatus: EnrichmentStatus.COMPLETED })).toEqual([gif]);
    expect(await ids({ enrichmentStatus: EnrichmentStatus.PENDING })).toEqual([document, png]);
    expect(await ids({ enrichmentStatus: EnrichmentStatus.PENDING, mimeType: 'image/' })).toEqual([png]);
  });

  it('refuses an unknown project and another organization’s in the same words', async () => {
    const missing = await catchRefusal(running.files.listFiles(call, { ...page, projectId: newId() }));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(await catchRefusal(running.files.listFiles(callBy(), { ...page, projectId }))).toEqual(missing);
  });

  it.each([
    ['limit', { limit: -1 }],
    ['limit', { limit: 201 }],
    ['offset', { offset: -1 }],
    ['enrichmentStatus', { enrichmentStatus: EnrichmentStatus.UNRECOGNIZED }],
  ])('refuses a bad %s', async (field, overrides) => {
    const refusal = await catchRefusal(running.files.listFiles(call, { ...page, projectId, ...overrides }));
    expect(refusal).toMatchObject(invalid(field));
  });
});

describe('CreateDownloadLink', () => {
  it('makes a fresh link that downloads the bytes under the file’s name for 15 minutes', async () => {
    const bytes = await image('png');
    const fileId = await store(bytes, 'Übersicht "1".png');
    const { presignedUrl } = await running.files.createDownloadLink(call, { fileId });
    const { url = '', expiresAt } = presignedUrl ?? {};
    const secondsLeft = ((expiresAt?.getTime() ?? 0) - Date.now()) / 1_000;
    expect(secondsLeft).toBeGreaterThan(880);
    expect(secondsLeft).toBeLessThanOrEqual(900);
    const response = await fetch(url);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''%C3%9Cbersicht/u,
    );
  });

  it('hides files of other organizations as not found', async () => {
    const fileId = await store(await image('png'));
    expect(await catchRefusal(running.files.createDownloadLink(callBy(), { fileId }))).toEqual(fileNotFound);
    expect(await catchRefusal(running.files.createDownloadLink(call, { fileId: newId() }))).toEqual(
      fileNotFound,
    );
  });
});
