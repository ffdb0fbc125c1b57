import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { newId } from '@assay/chassis/ids';
import { image } from '../content.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import {
  addToDataset,
  asDatasets,
  hash,
  newCaller,
  newDataset,
  uploadToDataset,
} from './dataset-uploader.ts';
import { countDataset, readUse } from './count-dataset.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

describe('an upload to a dataset', () => {
  it('stores its files in their order, and answers with their descriptions', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const bytes = [await image('png'), await image('jpeg')];
    const files = [
      { bytes: bytes[0] ?? Buffer.alloc(0), name: 'a.png' },
      { bytes: bytes[1] ?? Buffer.alloc(0), name: 'b.jpg' },
    ];
    const { status, upload } = await uploadToDataset(running, call, { dataset, files });
    expect(status).toBe(201);
    const { datasetId, internalId } = dataset;
    expect(upload?.files).toMatchObject([
      { name: 'a.png', mimeType: 'image/png', sha256: hash(bytes[0] ?? Buffer.alloc(0)), datasetId },
      { name: 'b.jpg', mimeType: 'image/jpeg', sizeBytes: bytes[1]?.byteLength, datasetId },
    ]);
    for (const file of upload?.files ?? []) {
      expect(file).toMatchObject({ projectId: undefined, enrichmentStatus: undefined });
      expect(file.storageKey).toBe(`datasets/${call.organizationId}/${internalId}/raw/${file.id}`);
      expect((await running.storage.head(file.storageKey))?.sizeBytes).toBe(file.sizeBytes);
    }
  });

  it('counts its files once: when it is stored, accepted, accepted again and finished', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const bytes = await image('png');
    const files = Array.from({ length: 3 }, () => ({ bytes }));
    const used = { usedBytes: 3 * bytes.byteLength, usedFiles: 3 };
    const { upload } = await uploadToDataset(running, call, { dataset, files });
    const uploadId = upload?.uploadId ?? '';
    const datasetId = dataset.datasetId;
    expect(await readUse(running, call)).toEqual({ ...used, reservations: 1 });
    const accept = () => running.datasetFiles.acceptUpload(asDatasets(call), { datasetId, uploadId });
    const first = await accept();
    expect(await accept()).toEqual(first);
    expect(first.upload).toEqual(upload);
    expect(await readUse(running, call)).toEqual({ ...used, reservations: 0 });
    await running.datasetFiles.finishUpload(asDatasets(call), { uploadId });
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 0, files: 3, objects: 3 });
    expect(await catchRefusal(accept())).toMatchObject({ status: 'NOT_FOUND', reason: 'UPLOAD_NOT_FOUND' });
  });

  it('leaves nothing when it is discarded, before it was accepted and after', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const files = [{ bytes: await image('png') }, { bytes: await image('png') }];
    for (const isAccepted of [false, true]) {
      const { upload } = await uploadToDataset(running, call, { dataset, files });
      const uploadId = upload?.uploadId ?? '';
      const datasetId = dataset.datasetId;
      const accept = () => running.datasetFiles.acceptUpload(asDatasets(call), { datasetId, uploadId });
      if (isAccepted) await accept();
      await running.datasetFiles.discardUpload(asDatasets(call), { uploadId });
      await running.datasetFiles.discardUpload(asDatasets(call), { uploadId });
      expect(await countDataset(running, call, dataset)).toMatchObject({ files: 0, objects: 0 });
      expect(await readUse(running, call)).toEqual({ usedBytes: 0, usedFiles: 0, reservations: 0 });
      expect(await catchRefusal(accept())).toMatchObject({ reason: 'UPLOAD_NOT_FOUND' });
    }
  });

  it('is not found by another dataset or organization', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const { upload } = await uploadToDataset(running, call, {
      dataset,
      files: [{ bytes: await image('png') }],
    });
    const uploadId = upload?.uploadId ?? '';
    const datasetId = dataset.datasetId;
    for (const accepting of [
      () => running.datasetFiles.acceptUpload(asDatasets(call), { datasetId: newId(), uploadId }),
      () => running.datasetFiles.acceptUpload(asDatasets(newCaller()), { datasetId, uploadId }),
    ]) {
      expect(await catchRefusal(accepting())).toMatchObject({ reason: 'UPLOAD_NOT_FOUND' });
    }
    await running.datasetFiles.discardUpload(asDatasets(newCaller()), { uploadId });
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 1, files: 0, objects: 1 });
  });
});

it('the files are read one by one, and together by datasets', async () => {
  const call = newCaller();
  const dataset = newDataset();
  const [file] = await addToDataset(running, call, { dataset, files: [{ bytes: await image('png') }] });
  const fileId = file?.id ?? '';
  expect((await running.files.getFile(call, { fileId, projectId: '' })).file).toEqual(file);
  const { files } = await running.datasetFiles.getDatasetFiles(asDatasets(call), {
    fileIds: [newId(), fileId],
  });
  expect(files).toEqual([file]);
});
