import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from '../dataset-platform.ts';
import type { DatasetPlatform } from '../dataset-platform.ts';
import { awaitRun, runsPath } from './run-body.ts';
import type { RunBody } from './run-body.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

/** Creates a dataset whose raw version has two equal images and another one. */
async function createFilledDataset() {
  const dataset = await on.createDataset();
  const copy = { ...on.image('a.jpg'), name: 'copy of a.jpg' };
  await on.rest.uploadToDataset(dataset.id, [on.image('a.jpg'), on.image('b.jpg'), copy]);
  return dataset;
}

const onVersion = (targetId: string, rest: object = {}) => ({
  targetType: 'dataset_version',
  targetId,
  mode: 'dedup',
  ...rest,
});

describe('a run on a version', () => {
  it('is the cleaning job, has the id of the new version, and ends with its counts', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const request = onVersion(dataset.rawVersionId, { pipelineSlug: 'dedup-exact', label: 'by a run' });
    const started = await rest.post(runsPath, request);
    const run = started.body as RunBody;
    expect([started.status, run.targetType, run.targetId]).toEqual([
      201,
      'dataset_version',
      dataset.rawVersionId,
    ]);
    expect([run.datasetId, run.versionId, run.projectId]).toEqual([dataset.id, run.id, null]);
    expect([run.mode, run.pipelineSlug, run.items]).toEqual(['dedup', 'dedup-exact', []]);

    const ended = await awaitRun(rest, run.id);
    expect([ended.status, ended.error, ended.progress]).toEqual(['completed', null, null]);
    expect([ended.pipelineVersion, ended.counts]).toEqual([
      '1.0.0',
      { unchanged: 2, changed: 0, removed: { exact_duplicate: 1 }, skipped: {} },
    ]);
    expect(ended.completedAt).not.toBeNull();
    const version = await awaitVersion(rest, `${dataset.path}/versions/${run.id}`);
    expect([version.state, version.fileCount]).toEqual(['cleaned', 2]);
  });

  it('lists every cleaning and enrichment as a run, newest first, page by page', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const cleaned = await rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'dedup-exact' });
    const enriched = await rest.post(`${dataset.raw}/enrich`);
    const ids = [enriched, cleaned].map(({ body }) => (body as RunBody).id);
    const list = `${runsPath}?datasetId=${dataset.id}`;
    const { body } = await rest.get(list);
    expect([body.total, (body.data as RunBody[]).map(({ id }) => id)]).toEqual([2, ids]);
    const enrichment = await awaitRun(rest, ids[0] ?? '');
    expect([enrichment.mode, enrichment.pipelineSlug, enrichment.status]).toEqual([null, null, 'completed']);
    await awaitRun(rest, ids[1] ?? '');

    const first = (await rest.get(`${list}&limit=1&cursor=`)).body;
    const second = (await rest.get(`${list}&limit=1&cursor=${first.nextCursor as string}`)).body;
    expect([...first.data, ...second.data].map(({ id }: RunBody) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const total = async (query: string) => (await rest.get(`${list}&${query}`)).body.total as number;
    expect(await total('status=completed')).toBe(2);
    expect(await total('status=failed')).toBe(0);
    expect(await total('targetType=project_file')).toBe(0);
  });

  it('takes the standard pipeline of the modality, and dedup-near for dedup', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const dedup = (await rest.post(runsPath, onVersion(dataset.rawVersionId))).body as RunBody;
    expect(dedup.pipelineSlug).toBe('dedup-near');
    await awaitRun(rest, dedup.id);
    const request = onVersion(dataset.rawVersionId, { mode: 'cleaning' });
    const cleaning = (await rest.post(runsPath, request)).body as RunBody;
    expect([cleaning.mode, cleaning.pipelineSlug]).toEqual(['cleaning', 'image-standard']);
    await awaitRun(rest, cleaning.id);
  });

  it('judges the target, then the mode, then the pipeline', async () => {
    const { rest } = on;
    const empty = await on.createDataset();
    const start = async (targetId: string, request: object) => {
      const { status, body } = await rest.post(runsPath, onVersion(targetId, request));
      return [status, (body as { error: { code: string } }).error.code];
    };
    const split = { mode: 'split', pipelineSlug: 'unknown' };
    expect(await start(newId(), split)).toEqual([404, 'NOT_FOUND']);
    expect(await start(empty.rawVersionId, split)).toEqual([422, 'UNSUPPORTED_MODE']);
    expect(await start(empty.rawVersionId, { mode: 'crowd-label' })).toEqual([422, 'UNSUPPORTED_MODE']);
    expect(await start(empty.rawVersionId, { pipelineSlug: 'unknown' })).toEqual([404, 'NOT_FOUND']);
    const otherMode = [400, 'VALIDATION_ERROR'];
    expect(await start(empty.rawVersionId, { pipelineSlug: 'image-standard' })).toEqual(otherMode);
    expect(await start(empty.rawVersionId, { pipelineSlug: 'language-id' })).toEqual(otherMode);
    const text = { mode: 'cleaning', pipelineSlug: 'text-standard' };
    expect(await start(empty.rawVersionId, text)).toEqual([400, 'VALIDATION_ERROR']);
    expect(await start(empty.rawVersionId, {})).toEqual([422, 'UNPROCESSABLE_ENTITY']);
  });

  it('starts once for one idempotency key', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const key = { 'idempotency-key': newId() };
    const start = () => rest.post(runsPath, onVersion(dataset.rawVersionId), key);
    const first = await start();
    const second = await start();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((second.body as RunBody).id).toBe((first.body as RunBody).id);
    await awaitRun(rest, (first.body as RunBody).id);
  });
});

describe('canceling a run on a version', () => {
  it('removes the version, and refuses a run that has ended', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const { id } = (await rest.post(`${dataset.raw}/enrich`)).body as RunBody;
    const canceled = await rest.post(`${runsPath}/${id}/cancel`);
    const run = canceled.body as RunBody;
    expect([canceled.status, run.status, run.error]).toEqual([200, 'failed', 'canceled']);
    expect((await rest.get(`${dataset.path}/versions/${id}`)).status).toBe(404);
    const again = await rest.post(`${runsPath}/${id}/cancel`);
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE']);
    const listed = (await rest.get(`${runsPath}?datasetId=${dataset.id}&status=failed`)).body;
    expect(listed.data).toEqual([run]);
  });

  it('happens when the version is deleted while its job runs, and not afterwards', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const running = (await rest.post(`${dataset.raw}/enrich`)).body as RunBody;
    expect((await rest.delete(`${dataset.path}/versions/${running.id}`)).status).toBe(204);
    const canceled = (await rest.get(`${runsPath}/${running.id}`)).body as RunBody;
    expect([canceled.status, canceled.error]).toEqual(['failed', 'canceled']);

    const { id } = (await rest.post(runsPath, onVersion(dataset.rawVersionId))).body as RunBody;
    await awaitRun(rest, id);
    expect((await rest.delete(`${dataset.path}/versions/${id}`)).status).toBe(204);
    expect(((await rest.get(`${runsPath}/${id}`)).body as RunBody).status).toBe('completed');
  });

  it('is not needed when the dataset is deleted: its runs are gone', async () => {
    const { rest } = on;
    const dataset = await createFilledDataset();
    const { id } = (await rest.post(runsPath, onVersion(dataset.rawVersionId))).body as RunBody;
    await rest.delete(dataset.path);
    await expect.poll(async () => (await rest.get(`${runsPath}/${id}`)).status).toBe(404);
  });
});
