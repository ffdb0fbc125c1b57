import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import { FilesServiceService, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { callBy } from '@assay/test-kit/test-platform';
import { createInputData } from '../../src/clients/input-data.ts';
import { createWorkFiles } from '../../src/clients/work-files.ts';
import type { WorkFiles } from '../../src/clients/work-files.ts';

let platform: SharedPlatform;
let rest: Rest;
let workFiles: WorkFiles;
beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
  workFiles = createWorkFiles({
    projectsFiles: platform.connect('projects-files', 'crowd-webhooks'),
    datasets: platform.connect('datasets', 'crowd-webhooks'),
  });
});
afterAll(() => platform.stop());

interface Created {
  readonly id: string;
  readonly rawVersionId: string;
}

async function create(path: string, body: object): Promise<Created> {
  const answer = await rest.post(path, body);
  expect([answer.status, answer.body]).toEqual([expect.toBeOneOf([200, 201]), expect.any(Object)]);
  return answer.body as Created;
}

/** Stores the photograph in a new dataset and removes its metadata. */
async function cleanDataset() {
  const internalId = `work-${newId()}`;
  const { id, rawVersionId } = await create('/v2/datasets', { name: 'Set', internalId, modality: 'image' });
  const bytes = await readFile(smallPhotograph());
  await rest.uploadToDataset(id, [{ name: 'a.jpg', bytes, type: 'image/jpeg' }]);
  const versions = `/v2/datasets/${id}/versions`;
  const cleaned = await create(`${versions}/${rawVersionId}/clean`, { pipelineSlug: 'metadata-strip' });
  return { datasetId: id, rawVersionId, cleanedVersionId: cleaned.id, path: `${versions}/${cleaned.id}` };
}

const list = (versionId: string, page = 1) =>
  workFiles.listVersionFiles(platform.organizationId, { versionId, page, limit: 10 }, newId());

describe('the files of a version of a dataset', () => {
  it('are listed and linked, with the level of their sources', async () => {
    const { datasetId, rawVersionId, cleanedVersionId, path } = await cleanDataset();
    await eventually(async () => {
      expect((await rest.get(path)).body).toMatchObject({ state: 'cleaned' });
    });
    const raw = await list(rawVersionId);
    expect(raw).toMatchObject({ datasetId, total: 1, files: [{ name: 'a.jpg', isPublic: false }] });
    expect(await list(rawVersionId, 2)).toMatchObject({ total: 1, fileIds: [], files: [] });
    const cleaned = await list(cleanedVersionId);
    expect(cleaned).toMatchObject({ datasetId, total: 1, files: [{ isPublic: false }] });
    expect(cleaned.fileIds).not.toEqual(raw.fileIds);

    const [fileId = ''] = raw.fileIds;
    const files = platform.connect('projects-files').client(FilesServiceService);
    const update = { fileId, privacyLevel: PrivacyLevel.PUBLIC, updateMask: ['privacy_level'] };
    const owner = callBy({ organizationId: platform.organizationId });
    await files.updateFile(owner, { ...UpdateFileRequest.fromPartial({}), ...update });
    expect((await list(cleanedVersionId)).files).toMatchObject([{ isPublic: true }]);

    const shown = { fileIds: [...cleaned.fileIds, fileId, newId()], isOutsider: true };
    await workFiles.prepare(platform.organizationId, shown, newId());
    const { links, retryAfterMs } = await workFiles.getLinks(
      platform.organizationId,
      { ...shown, maxWaitMs: 10_000 },
      newId(),
    );
    expect(retryAfterMs).toBeUndefined();
    const ready = { state: 'ready', mimeType: 'image/jpeg', width: 320, height: 180 };
    expect(links).toMatchObject([ready, ready, { state: 'missing' }]);
  });

  it('are refused while a job creates the version, and of another organization', async () => {
    const { cleanedVersionId, rawVersionId } = await cleanDataset();
    const refused = await catchRefusal(list(cleanedVersionId)).catch(() => undefined);
    // The job may have ended already.
    const busy = {
      status: 'FAILED_PRECONDITION',
      reason: 'VERSION_UNFINISHED',
      details: { state: 'cleaning' },
    };
    expect(refused ?? busy).toMatchObject(busy);
    const other = workFiles.listVersionFiles(
      newId(),
      { versionId: rawVersionId, page: 1, limit: 10 },
      newId(),
    );
    expect(await catchRefusal(other)).toMatchObject({ status: 'NOT_FOUND' });
    expect(await catchRefusal(list(newId()))).toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('the files of a project', () => {
  it('are listed with the ids of missing ones', async () => {
    const project = await create('/v2/projects', { name: 'Work' });
    const stored = await rest.upload(project.id, smallPhotograph());
    const { id } = stored.body as Created;
    const missing = newId();
    const selection = { projectId: project.id, fileIds: [missing, id] };
    const { files, missingFileIds } = await workFiles.listFiles(platform.organizationId, selection, newId());
    expect(missingFileIds).toEqual([missing]);
    expect(files).toMatchObject([{ id, mimeType: 'image/jpeg', isPublic: false }]);
    const none = { ...selection, fileIds: [] };
    expect(await workFiles.listFiles(platform.organizationId, none, newId())).toEqual({
      files: [],
      missingFileIds: [],
    });
  });
});

describe('a set of input data', () => {
  it('is read, and locked for good by its first use', async () => {
    const project = await create('/v2/projects', { name: 'Work' });
    const sets = `/v2/projects/${project.id}/input-data`;
    const lists = [{ name: 'city', values: ['Hamburg', 'Bremen'] }];
    const set = await create(sets, { name: 'Places', language: 'de', lists });
    const inputData = createInputData(platform.connect('projects-files', 'crowd-webhooks'));
    const place = { projectId: project.id, dataSetId: set.id };
    const read = await inputData.read(platform.organizationId, place, newId());
    expect(read).toMatchObject({ id: set.id, name: 'Places', language: 'de', lists });
    expect(await inputData.markUsed(platform.organizationId, place, newId())).toEqual(read);
    expect(await inputData.markUsed(platform.organizationId, place, newId())).toEqual(read);
    const path = `${sets}/${set.id}`;
    expect((await rest.put(path, { name: 'Other', language: 'de', lists })).status).toBe(409);
    expect((await rest.delete(path)).status).toBe(409);
  });
});
