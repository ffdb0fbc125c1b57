import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus, FileOrigin } from '@assay/proto/files/v1/file';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { sweepDatasetUploads } from '../../src/domain/dataset-upload/sweep-dataset-uploads.ts';
import { copyFiles } from '../../src/domain/dataset-file/copy-files.ts';
import { recomputeUsage } from '../../src/domain/room/room.ts';
import { image, pdf } from '../content.ts';
import { depsOf } from '../deps.ts';
import { contextOf, dyingAfter } from '../dying-process.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { countDataset, listKeys, readUse } from './count-dataset.ts';
import { addToDataset, asDatasets, hash, newCaller, newDataset } from './dataset-uploader.ts';
import type { Dataset } from './dataset-uploader.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ STORAGE_MAX_FILES: '4' });
});
afterAll(() => running.stop());

interface Target {
  readonly toDataset?: Dataset;
  readonly toProjectId?: string;
}

const copy = (call: OutgoingCall, fileIds: readonly string[], target: Target, operationId = newId()) =>
  running.datasetFiles.copyFiles(asDatasets(call), {
    uploaderId: newId(),
    fileIds: [...fileIds],
    operationId,
    toDataset: undefined,
    toProjectId: undefined,
    ...target,
  });

async function upload(call: OutgoingCall, projectId: string, bytes: Uint8Array): Promise<string> {
  const { file } = await running.uploader.upload(call, projectId, { bytes });
  return file?.id ?? '';
}

describe('copies of files of a project', () => {
  it('are an upload to the dataset, once for each operation', async () => {
    const call = newCaller();
    const projectId = await newProject(running, call);
    const bytes = await image('png');
    const fileIds = [
      await upload(call, projectId, bytes),
      await upload(call, projectId, await image('jpeg')),
    ];
    const dataset = newDataset();
    const operationId = newId();
    const first = await copy(call, fileIds, { toDataset: dataset }, operationId);
    expect(await copy(call, fileIds, { toDataset: dataset }, operationId)).toEqual(first);
    const uploadId = first.upload?.uploadId ?? '';
    const files = first.upload?.files ?? [];
    const { datasetId, internalId } = dataset;
    expect(files.map(({ sourceFileId }) => sourceFileId)).toEqual(fileIds);
    expect(files[0]).toMatchObject({
      datasetId,
      projectId: undefined,
      mimeType: 'image/png',
      sha256: hash(bytes),
    });
    expect(files[0]?.storageKey).toBe(
      `datasets/${call.organizationId}/${internalId}/raw/${files[0]?.id ?? ''}`,
    );
    expect((await running.storage.head(files[0]?.storageKey ?? ''))?.sizeBytes).toBe(bytes.byteLength);
    const accept = { datasetId, uploadId };
    expect((await running.datasetFiles.acceptUpload(asDatasets(call), accept)).upload).toEqual(first.upload);
    await running.datasetFiles.finishUpload(asDatasets(call), { uploadId });
    expect(await copy(call, fileIds, { toDataset: dataset }, operationId)).toEqual(first);
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 0, files: 2, objects: 2 });
    expect(await recomputeUsage(depsOf(running), call.organizationId)).toBe(false);
  });

  it('are none where a file is missing, has another type, or exceeds the quota', async () => {
    const call = newCaller();
    const projectId = await newProject(running, call);
    const fileId = await upload(call, projectId, await image('png'));
    const document = await upload(call, projectId, pdf());
    const foreign = await upload(
      newCaller(),
      await newProject(running, newCaller()),
      await image('png'),
    ).catch(() => newId());
    const dataset = newDataset();
    const refused = (fileIds: readonly string[]) => catchRefusal(copy(call, fileIds, { toDataset: dataset }));
    for (const id of [newId(), foreign])
      expect(await refused([fileId, id])).toMatchObject({ status: 'NOT_FOUND' });
    expect(await refused([fileId, document])).toMatchObject({
      status: 'INVALID_ARGUMENT',
      reason: 'UNSUPPORTED_MEDIA_TYPE',
      details: { detectedMimeType: 'application/pdf', fileName: 'photo.jpg' },
    });
    const [own] = await addToDataset(running, call, {
      dataset: newDataset(),
      files: [{ bytes: await image('png') }],
    });
    expect(await refused([own?.id ?? ''])).toMatchObject({ status: 'NOT_FOUND' });
    expect(await refused([fileId, fileId, fileId])).toMatchObject({ reason: 'QUOTA_EXCEEDED' });
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 0, files: 0, objects: 0 });
    expect(await readUse(running, call)).toMatchObject({ usedFiles: 3, reservations: 0 });
  });

  it('are none of a file whose enrichment failed', async () => {
    const call = newCaller();
    const projectId = await newProject(running, call);
    const broken = (await image('png')).subarray(0, 60);
    const fileIds = [
      await upload(call, projectId, await image('png')),
      await upload(call, projectId, broken),
    ];
    await eventually(async () => {
      const { files } = await running.files.batchGetFiles(call, { projectId, fileIds });
      expect(files[1]?.enrichmentStatus).toBe(EnrichmentStatus.FAILED);
    });
    const dataset = newDataset();
    expect(await catchRefusal(copy(call, fileIds, { toDataset: dataset }))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'ENRICHMENT_INCOMPLETE',
      details: { fileId: fileIds[1], enrichmentStatus: 'failed' },
    });
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 0, files: 0, objects: 0 });
  });
});

describe('copies of files of a dataset', () => {
  it('are files of the project that are enriched, once for each operation', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const bytes = await image('png');
    const [source] = await addToDataset(running, call, { dataset, files: [{ bytes }] });
    const toProjectId = await newProject(running, call);
    const operationId = newId();
    const { upload: stored } = await copy(call, [source?.id ?? ''], { toProjectId }, operationId);
    const [file] = stored?.files ?? [];
    expect(stored?.uploadId).toBe('');
    expect(file).toMatchObject({ projectId: toProjectId, datasetId: undefined, sourceFileId: source?.id });
    expect(file?.storageKey).toBe(`projects/${call.organizationId}/${toProjectId}/${file?.id ?? ''}`);
    await eventually(async () => {
      const { files } = await running.files.batchGetFiles(call, {
        projectId: toProjectId,
        fileIds: [file?.id ?? ''],
      });
      expect(files[0]?.enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
    });
    const again = await copy(call, [source?.id ?? ''], { toProjectId }, operationId);
    expect(again.upload?.files.map(({ id }) => id)).toEqual([file?.id]);
    expect((await running.projects.getProject(call, { projectId: toProjectId })).fileCount).toBe(1);
    expect(await readUse(running, call)).toEqual({
      usedBytes: 2 * bytes.byteLength,
      usedFiles: 2,
      reservations: 0,
    });
    const unknown = copy(call, [source?.id ?? ''], { toProjectId: newId() });
    expect(await catchRefusal(unknown)).toMatchObject({ reason: 'PROJECT_NOT_FOUND' });
  });

  it('are all or none after a death between any two writes, and counted once', async () => {
    for (let requests = 0; ; requests += 1) {
      const call = newCaller();
      const bytes = await image('png');
      const files = await addToDataset(running, call, {
        dataset: newDataset(),
        files: [{ bytes }, { bytes }],
      });
      const projectId = await newProject(running, call);
      const { clock, logger, completions, storageLimits, uploadLimits, ...all } = depsOf(running);
      const { servers, sent } = dyingAfter(all, requests);
      const fileIds = files.map(({ id }) => id);
      const copying = { uploaderId: newId(), fileIds, operationId: newId(), target: { projectId } };
      const deps = { ...servers, clock, logger, storageLimits };
      await copyFiles(deps, contextOf(asDatasets(call)), copying).catch(() => undefined);
      if (requests % 2 === 0) await copy(call, fileIds, { toProjectId: projectId }, copying.operationId);
      running.clock.advance(3_700_000);
      await sweepDatasetUploads(depsOf(running));
      running.clock.advance(3_700_000);
      await sweepDatasetUploads(depsOf(running));
      const { fileCount } = await running.projects.getProject(call, { projectId });
      expect(requests % 2 === 0 ? [2] : [0, 2]).toContain(fileCount);
      const prefix = `projects/${call.organizationId}/${projectId}/`;
      expect(await listKeys(running.storage, prefix)).toHaveLength(fileCount);
      const use = {
        usedBytes: (2 + fileCount) * bytes.byteLength,
        usedFiles: 2 + fileCount,
        reservations: 0,
      };
      expect(await readUse(running, call)).toEqual(use);
      expect(await recomputeUsage(depsOf(running), call.organizationId)).toBe(false);
      if (sent() < requests) break;
    }
  });
});

it('files that a job derived from files of a project are files of the project', async () => {
  const call = newCaller();
  const projectId = await newProject(running, call);
  const bytes = await image('png');
  const fileId = newId();
  const file = { fileId, sourceFileId: newId(), name: 'a.png', mimeType: 'image/png', sha256: hash(bytes) };
  const request = {
    dataset: undefined,
    versionId: '',
    uploaderId: newId(),
    projectId,
    files: [{ ...file, sizeBytes: bytes.byteLength }],
  };
  const { files } = await running.datasetFiles.addDerivedFiles(asDatasets(call), request);
  expect(files).toMatchObject([
    { id: fileId, projectId, origin: FileOrigin.WORKFLOW_GENERATED, sourceFileId: file.sourceFileId },
  ]);
  await running.storage.put(files[0]?.storageKey ?? '', bytes, { contentType: 'image/png' });
  await eventually(async () => {
    const { file: read } = await running.files.getFile(call, { fileId, projectId });
    expect(read?.enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
  });
  await running.datasetFiles.addDerivedFiles(asDatasets(call), request);
  expect(await readUse(running, call)).toEqual({
    usedBytes: bytes.byteLength,
    usedFiles: 1,
    reservations: 0,
  });
});
