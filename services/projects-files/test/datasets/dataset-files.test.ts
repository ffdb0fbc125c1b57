import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { DatasetDeleted } from '@assay/proto/datasets/v1/dataset_events';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { DeletionAnswer, ListFilesRequest, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import type { File } from '@assay/proto/files/v1/file';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { removeDataset } from '../../src/domain/dataset-file/remove-dataset.ts';
import { recomputeUsage } from '../../src/domain/room/room.ts';
import { image } from '../content.ts';
import { depsOf } from '../deps.ts';
import { connectEvents } from '../started-project.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { countDataset, readUse } from './count-dataset.ts';
import { addToDataset, asDatasets, newCaller, newDataset, uploadToDataset } from './dataset-uploader.ts';
import type { Dataset } from './dataset-uploader.ts';

let running: Started;
let png: Buffer;
beforeAll(async () => {
  running = await start();
  png = await image('png');
});
afterAll(() => running.stop());

/** Adds two files to a new dataset. */
async function setUp() {
  const call = newCaller();
  const dataset = newDataset();
  const files = [
    { bytes: png, name: 'Alpha.png' },
    { bytes: png, name: 'beta.png' },
  ];
  const [first, second] = await addToDataset(running, call, { dataset, files });
  if (first === undefined || second === undefined) throw new Error('not stored');
  return { call, dataset, first, second };
}

const list = async (call: OutgoingCall, filter: Partial<ListFilesRequest>): Promise<readonly string[]> => {
  const request = ListFilesRequest.fromPartial({ limit: 20, ...filter });
  return (await running.files.listFiles(call, request)).files.map(({ id }) => id);
};

const sortIds = (...files: readonly File[]) => files.map(({ id }) => id).toSorted();

describe('a file of a dataset', () => {
  it('is in the list of its dataset, and in no list of projects', async () => {
    const { call, dataset, first, second } = await setUp();
    const { datasetId } = dataset;
    const projectId = await newProject(running, call);
    const { file } = await running.uploader.upload(call, projectId, { bytes: png });
    expect((await list(call, { datasetId })).toSorted()).toEqual(sortIds(first, second));
    expect(await list(call, { datasetId, name: 'ALPHA' })).toEqual([first.id]);
    expect(await list(call, { datasetId: newId() })).toEqual([]);
    expect(await list(newCaller(), { datasetId })).toEqual([]);
    for (const filter of [{}, { projectId }]) expect(await list(call, filter)).toEqual([file?.id]);
    const both = list(call, { datasetId, projectId });
    expect(await catchRefusal(both)).toMatchObject({ details: { field: 'datasetId' } });
    const fileIds = [second.id];
    await running.datasetFiles.unlistDatasetFiles(asDatasets(call), { datasetId, fileIds });
    expect(await list(call, { datasetId })).toEqual([first.id]);
  });

  it('can be downloaded and changed, but not deleted, commented on or moved to a folder', async () => {
    const { call, first } = await setUp();
    const fileId = first.id;
    const { presignedUrl } = await running.files.createDownloadLink(call, { fileId });
    const bytes = Buffer.from(await (await fetch(presignedUrl?.url ?? '')).arrayBuffer());
    expect(bytes.equals(png)).toBe(true);
    const change = UpdateFileRequest.fromPartial({ fileId, tags: ['sea'], updateMask: ['tags'] });
    expect((await running.files.updateFile(call, change)).file?.tags).toEqual(['sea']);
    const move = UpdateFileRequest.fromPartial({ fileId, folderId: newId(), updateMask: ['folder_id'] });
    expect(await catchRefusal(running.files.updateFile(call, move))).toMatchObject({
      reason: 'FOLDER_NOT_FOUND',
    });
    const refused = { status: 'FAILED_PRECONDITION', reason: 'DATASET_FILE' };
    const deleting = running.files.deleteFile(call, { fileId, answer: DeletionAnswer.UNSPECIFIED });
    expect(await catchRefusal(deleting)).toMatchObject(refused);
    const about = { fileId, workflowId: '', projectId: '', limit: 20, offset: 0 };
    const comment = {
      text: 'a',
      image: undefined,
      time: undefined,
      edited: false,
      parentCommentId: undefined,
    };
    expect(await catchRefusal(running.comments.createComment(call, { ...about, ...comment }))).toMatchObject(
      refused,
    );
    expect((await running.comments.listComments(call, about)).comments).toEqual([]);
    const page = { fileId, limit: 20, offset: 0 };
    expect((await running.workflows.listFileWorkflows(call, page)).workflows).toEqual([]);
  });

  it('is found neither by a project nor by another organization', async () => {
    const { call, first } = await setUp();
    const projectId = await newProject(running, call);
    for (const reading of [
      () => running.files.batchGetFiles(call, { projectId, fileIds: [first.id] }),
      () => running.files.batchGetFiles(call, { projectId: '', fileIds: [first.id] }),
      () => running.files.getFile(call, { projectId, fileId: first.id }),
      () => running.files.getFile(newCaller(), { projectId: '', fileId: first.id }),
      () => running.pipelineRuns.retryEnrichment(call, { projectId, fileId: first.id }),
    ]) {
      expect(await catchRefusal(reading())).toMatchObject({ reason: 'FILE_NOT_FOUND' });
    }
    const foreign = { fileIds: [first.id] };
    expect((await running.datasetFiles.getDatasetFiles(asDatasets(newCaller()), foreign)).files).toEqual([]);
  });

  it('is read by no worker until that is requested, and then once', async () => {
    const { call, first, second } = await setUp();
    const enrich = async () => {
      const { files } = await running.datasetFiles.enrichDatasetFiles(asDatasets(call), {
        fileIds: [first.id],
      });
      return files[0];
    };
    expect(first.enrichmentStatus).toBeUndefined();
    expect((await enrich())?.enrichmentStatus).toBe(EnrichmentStatus.PENDING);
    const read = await eventually(async () => {
      const file = await enrich();
      expect(file?.enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
      return file;
    });
    expect(read?.thumbnail).toBeDefined();
    expect((await enrich())?.updatedAt).toEqual(read?.updatedAt);
    const { presignedUrl } = await running.files.createThumbnailLink(call, { fileId: first.id });
    expect((await fetch(presignedUrl?.url ?? '')).status).toBe(200);
    const { file } = await running.files.getFile(call, { fileId: second.id, projectId: '' });
    expect(file?.enrichmentStatus).toBeUndefined();
    expect(await running.db.collection('pipeline_runs').countDocuments({ fileId: first.id })).toBe(0);
  });
});

describe('removal', () => {
  const remove = (call: OutgoingCall, { datasetId }: Dataset, fileIds: readonly string[]) =>
    running.datasetFiles.removeDatasetFiles(asDatasets(call), { datasetId, fileIds: [...fileIds] });

  it('returns the quota once and removes objects, however often it is repeated', async () => {
    const { call, dataset, first, second } = await setUp();
    await remove(newCaller(), dataset, [first.id]);
    await remove(call, newDataset(), [first.id]);
    await Promise.all([remove(call, dataset, [first.id]), remove(call, dataset, [first.id, newId()])]);
    await remove(call, dataset, [first.id]);
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 0, files: 1, objects: 1 });
    expect(await readUse(running, call)).toEqual({
      usedBytes: png.byteLength,
      usedFiles: 1,
      reservations: 0,
    });
    expect((await running.storage.head(second.storageKey))?.sizeBytes).toBe(png.byteLength);
    expect(await recomputeUsage(depsOf(running), call.organizationId)).toBe(false);
  });

  it('of a whole dataset removes files and unfinished uploads, and leaves a dataset that took its name', async () => {
    const { call, dataset } = await setUp();
    await uploadToDataset(running, call, { dataset, files: [{ bytes: png }] });
    const namesake = { ...newDataset(), internalId: dataset.internalId };
    await addToDataset(running, call, { dataset: namesake, files: [{ bytes: png }] });
    const { organizationId } = call;
    const { datasetId } = dataset;
    const events = await connectEvents(running);
    for (let times = 0; times < 2; times += 1) {
      const event = newEvent(DatasetDeleted, { organizationId, datasetId }, { organizationId });
      await createPublisher(events).publish(event);
    }
    await eventually(async () => {
      expect(await countDataset(running, call, dataset)).toMatchObject({ files: 0, objects: 1 });
    });
    await events.close();
    await removeDataset(depsOf(running), { organizationId, datasetId });
    expect(await countDataset(running, call, namesake)).toEqual({ uploads: 0, files: 1, objects: 1 });
    expect(await readUse(running, call)).toEqual({
      usedBytes: png.byteLength,
      usedFiles: 1,
      reservations: 0,
    });
  });
});
