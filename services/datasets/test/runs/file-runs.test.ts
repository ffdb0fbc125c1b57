import { newId } from '@assay/chassis/ids';
import type { NamedBytes } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatasetPlatform } from '../dataset-platform.ts';
import type { DatasetPlatform } from '../dataset-platform.ts';
import { awaitRun, runsPath } from './run-body.ts';
import type { RunBody } from './run-body.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

const text = (name: string): NamedBytes => ({
  name,
  bytes: Buffer.from(`The ${name} describes the harbour, and the ships that lie in it every morning.\n`),
  type: 'text/plain',
});

async function createProject(files: readonly NamedBytes[]) {
  const { id: projectId } = (await on.rest.post('/v2/projects', { name: 'Runs' })).body;
  const fileIds: string[] = [];
  for (const file of files) fileIds.push((await on.rest.upload(projectId, file)).body.id);
  return { projectId: projectId as string, fileIds };
}

const onFile = (targetId = '', rest: object = {}) => ({
  targetType: 'project_file',
  targetId,
  mode: 'dedup',
  ...rest,
});

const languagePath = '/v2/lt/runs';

describe('a run on a file of a project', () => {
  it('reports exact duplicates among the files of the project and changes nothing', async () => {
    const { rest } = on;
    const copy = { ...on.image('a.jpg'), name: 'copy of a.jpg' };
    const { projectId, fileIds } = await createProject([on.image('a.jpg'), on.image('b.jpg'), copy]);
    await createProject([on.image('a.jpg')]);
    const started = await rest.post(runsPath, onFile(fileIds[0], { pipelineSlug: 'dedup-exact' }));
    const run = started.body as RunBody;
    expect([started.status, run.targetType, run.targetId]).toEqual([201, 'project_file', fileIds[0]]);
    expect([run.projectId, run.datasetId, run.versionId]).toEqual([projectId, null, null]);
    const ended = await awaitRun(rest, run.id);
    expect([ended.status, ended.counts, ended.pipelineVersion]).toEqual(['completed', null, '1.0.0']);
    const [item] = ended.items;
    expect(item).toMatchObject({ fileId: fileIds[0], status: 'completed', resultFileId: null, error: null });
    expect(item?.result).toEqual({ duplicates: [{ fileId: fileIds[2], kind: 'exact', score: 1 }] });
    expect((await rest.get(`/v2/files?projectId=${projectId}`)).body.total).toBe(3);
  });

  it('judges the target, then the mode, then the pipeline', async () => {
    const { rest } = on;
    const { fileIds } = await createProject([on.image('a.jpg')]);
    const [id = ''] = fileIds;
    const dataset = await on.createDataset();
    const stored = (await rest.uploadToDataset(dataset.id, [on.image('a.jpg')])).body as { id: string }[];
    const start = async (targetId: string, request: object) => {
      const { status, body } = await rest.post(runsPath, onFile(targetId, request));
      return [status, body.error.code, body.error.details?.field];
    };
    expect(await start(newId(), { mode: 'split' })).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await start(stored[0]?.id ?? '', {})).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await start(id, { mode: 'split' })).toEqual([422, 'UNSUPPORTED_MODE', undefined]);
    expect(await start(id, { pipelineSlug: 'unknown' })).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await start(id, { label: 'first' })).toEqual([400, 'VALIDATION_ERROR', 'label']);
    const refused = [400, 'VALIDATION_ERROR', 'pipelineSlug'];
    expect(await start(id, { pipelineSlug: 'image-standard' })).toEqual(refused);
    expect(await start(id, { mode: 'cleaning', pipelineSlug: 'text-standard' })).toEqual(refused);
  });

  it('reports images with the same pixels as near-duplicates, and no others', async () => {
    const { rest } = on;
    const scene = on.image('a.jpg');
    const smaller = await sharp(scene.bytes).resize(240).jpeg({ quality: 70 }).toBuffer();
    const mirrored = await sharp(scene.bytes).flop().jpeg().toBuffer();
    const { fileIds } = await createProject([
      scene,
      { ...scene, name: 'smaller.jpg', bytes: smaller },
      { ...scene, name: 'mirrored.jpg', bytes: mirrored },
    ]);
    for (const fileId of fileIds) await awaitEnrichment(rest, fileId);
    const { id } = (await rest.post(runsPath, onFile(fileIds[0]))).body as RunBody;
    const { items, pipelineSlug } = await awaitRun(rest, id);
    expect(pipelineSlug).toBe('dedup-near');
    const found = items[0]?.result?.['duplicates'] as { fileId: string; kind: string; score: number }[];
    expect(found.map(({ fileId, kind }) => [fileId, kind])).toEqual([[fileIds[1], 'near']]);
    expect(found[0]?.score).toBeGreaterThan(0.5);
  });

  it('stores a changed file as a new file of the project, and the original stays', async () => {
    const { rest } = on;
    const latin = {
      ...text('latin.txt'),
      bytes: Buffer.from('Gr\xfc\xdfe aus K\xf6ln.\r\nBis bald.\r\n', 'latin1'),
    };
    const { projectId, fileIds } = await createProject([latin]);
    const request = onFile(fileIds[0], { mode: 'cleaning', pipelineSlug: 'text-standard' });
    const { id } = (await rest.post(runsPath, request)).body as RunBody;
    const { status, items, counts } = await awaitRun(rest, id);
    expect([status, counts]).toEqual(['completed', { unchanged: 0, changed: 1, removed: {}, skipped: {} }]);
    expect(items[0]?.result).toMatchObject({ outcome: 'changed' });
    const resultFileId = items[0]?.resultFileId ?? '';
    const { body: made } = await rest.get(`/v2/files/${resultFileId}`);
    expect([made.projectId, made.sourceFileId, made.origin]).toEqual([
      projectId,
      fileIds[0],
      'workflow_generated',
    ]);
    const { body: link } = await rest.get(`/v2/files/${resultFileId}/presigned-url`);
    expect(await (await fetch(link.url as string)).text()).toBe('Grüße aus Köln.\nBis bald.\n');
    expect((await awaitEnrichment(rest, resultFileId)).enrichmentStatus).toBe('completed');
    expect((await rest.get(`/v2/files/${fileIds[0] ?? ''}`)).status).toBe(200);
  });

  it('takes the standard pipeline of the type of the file', async () => {
    const { rest } = on;
    const { fileIds } = await createProject([text('a.txt')]);
    const run = (await rest.post(runsPath, onFile(fileIds[0], { mode: 'cleaning' }))).body as RunBody;
    expect([run.mode, run.pipelineSlug]).toEqual(['cleaning', 'text-standard']);
    const ended = await awaitRun(rest, run.id);
    expect([ended.status, ended.items[0]?.result]).toEqual(['completed', { outcome: 'unchanged' }]);
    expect(ended.counts).toEqual({ unchanged: 1, changed: 0, removed: {}, skipped: {} });
    expect(ended.items[0]?.resultFileId).toBeNull();
  });
});

describe('a language-technology run', () => {
  it('gives each of several files a result, and is found in both lists', async () => {
    const { rest } = on;
    const { projectId, fileIds } = await createProject([text('a.txt'), text('b.txt'), text('c.txt')]);
    const request = { projectId, pipelineSlug: 'text-standard', fileIds };
    const started = await rest.post(languagePath, request);
    const run = started.body as RunBody;
    expect([started.status, run.targetId, run.mode]).toEqual([201, null, 'cleaning']);
    expect(run.items.map(({ fileId }) => fileId)).toEqual(fileIds);
    const ended = await awaitRun(rest, run.id, languagePath);
    expect(ended.items.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    for (const path of [runsPath, languagePath]) {
      const { body } = await rest.get(`${path}?projectId=${projectId}`);
      expect(body.data).toEqual([ended]);
    }
  });

  it('reads texts by pipelines without mode', async () => {
    const { rest } = on;
    const { projectId, fileIds } = await createProject([text('a.txt')]);
    const read = async (pipelineSlug: string) => {
      const { body } = await rest.post(languagePath, { projectId, pipelineSlug, fileIds });
      const ended = await awaitRun(rest, (body as RunBody).id, languagePath);
      expect([ended.mode, ended.pipelineSlug, ended.counts]).toEqual([null, pipelineSlug, null]);
      expect([ended.status, ended.items[0]?.error]).toEqual(['completed', null]);
      return ended.items[0]?.result;
    };
    expect(await read('language-id')).toMatchObject({ language: 'en', share: 1 });
    expect(await read('text-statistics')).toMatchObject({ words: 14, lines: 1, language: 'en' });
  });

  it('refuses pipelines and files that do not fit', async () => {
    const { rest } = on;
    const { projectId, fileIds } = await createProject([text('a.txt'), on.image('a.jpg')]);
    const other = await createProject([text('b.txt')]);
    const start = async (request: object) => {
      const { status, body } = await rest.post(languagePath, { projectId, fileIds, ...request });
      return [status, body.error.details?.field];
    };
    const language = { pipelineSlug: 'language-id' };
    expect(await start(language)).toEqual([400, 'fileIds']);
    expect(await start({ pipelineSlug: 'dedup-exact' })).toEqual([400, 'pipelineSlug']);
    expect(await start({ pipelineSlug: 'unknown' })).toEqual([404, undefined]);
    expect(await start({ ...language, fileIds: other.fileIds })).toEqual([404, undefined]);
    expect((await start({ ...language, fileIds: [] }))[0]).toBe(400);
    const many = Array.from({ length: 51 }, newId);
    expect((await start({ ...language, fileIds: many }))[0]).toBe(400);
  });

  it('hides other runs, and those of a deleted project', async () => {
    const { rest } = on;
    const { projectId, fileIds } = await createProject([text('a.txt')]);
    const dedup = (await rest.post(runsPath, onFile(fileIds[0]))).body as RunBody;
    expect((await rest.get(`${languagePath}/${dedup.id}`)).status).toBe(404);
    await awaitRun(rest, dedup.id);
    await rest.delete(`/v2/projects/${projectId}`);
    await expect
      .poll(async () => (await rest.get(`${runsPath}/${dedup.id}`)).status, { timeout: 30_000 })
      .toBe(404);
  });
});

describe('canceling a run on files', () => {
  it('ends it with the files that have no result yet', async () => {
    const { rest } = on;
    const names = Array.from({ length: 40 }, (_, index) => `${index.toString()}.txt`);
    const { projectId, fileIds } = await createProject(names.map(text));
    const request = { projectId, pipelineSlug: 'text-statistics', fileIds };
    const { id } = (await rest.post(languagePath, request)).body as RunBody;
    const canceled = await rest.post(`${languagePath}/${id}/cancel`);
    const run = canceled.body as RunBody;
    expect([canceled.status, run.status, run.error, run.progress]).toEqual([200, 'failed', 'canceled', null]);
    expect(run.items.at(-1)).toMatchObject({ status: 'failed', error: 'canceled' });
    expect((await rest.post(`${languagePath}/${id}/cancel`)).status).toBe(409);
  });
});

describe('the catalogs', () => {
  it('list the cleaning pipelines, then those that read texts', async () => {
    const { rest } = on;
    const slugs = async (path: string) =>
      ((await rest.get(path)).body as { slug: string }[]).map(({ slug }) => slug);
    const catalog = '/v2/data-platform/pipelines/catalog';
    const cleaning = await slugs('/v2/datasets/catalog/cleaning-pipelines');
    expect(await slugs(catalog)).toEqual([...cleaning, 'language-id', 'text-statistics']);
    const languages = ['text-standard', 'text-pii-mask', 'document-text', 'language-id', 'text-statistics'];
    expect(await slugs('/v2/lt/pipelines/catalog')).toEqual(languages);
    expect(await slugs(`${catalog}?mode=dedup&modality=audio`)).toEqual(['dedup-exact', 'dedup-near']);
    expect(await slugs(`${catalog}?mode=split`)).toEqual([]);
    expect(await slugs(`${catalog}?targetType=dataset_version`)).toEqual(cleaning);
    const listed = (await rest.get(catalog)).body as Readonly<Record<string, unknown>>[];
    expect(listed.at(-1)).toMatchObject({ modes: [], mode: null, targetTypes: ['project_file'] });
  });
});
