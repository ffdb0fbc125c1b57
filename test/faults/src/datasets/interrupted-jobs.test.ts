/** The quota ends, the storage refuses results, or a worker dies while jobs of datasets and runs on files are executed. */
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { noDifferences } from './list-differences.ts';
import { makeText } from './make-text.ts';
import { awaitJob, repeat } from './patient-client.ts';
import { startRefusingStorage } from './refusing-storage.ts';
import type { RefusingStorage } from './refusing-storage.ts';
import { openStoredRows } from './stored-rows.ts';
import type { StoredRows } from './stored-rows.ts';

const quotaBytes = 12_000_000;
/** No process is killed while these jobs run. */
const calm = { since: undefined };

let storage: RefusingStorage;
let platform: LaunchedPlatform;
let rest: Rest;
let rows: StoredRows;

beforeAll(async () => {
  const servers = inject('servers');
  storage = await startRefusingStorage(servers.s3.endpoint);
  platform = await launchPlatform({
    servers: { ...servers, s3: { ...servers.s3, endpoint: storage.endpoint } },
    variables: { STORAGE_MAX_BYTES: quotaBytes.toString() },
  });
  rest = createRest(platform.baseUrl, platform.apiKey);
  const { body } = await rest.get('/v2/organizations');
  rows = await openStoredRows(platform.layout, (body.data ?? body)[0].id as string);
});

afterAll(async () => {
  await rows.close();
  await platform.stop();
  storage.stop();
});

/** Makes everything due that waits for its time, until all rows, objects and the used quota agree. */
async function expectNothingLeftOver(): Promise<void> {
  const compare = async () => {
    await rows.makeDue();
    return rows.compare();
  };
  await expect.poll(compare, { timeout: 120_000, interval: 1_000 }).toEqual(noDifferences);
}

interface FilledDataset {
  readonly versions: string;
  readonly raw: string;
}

async function fillDataset(internalId: string, files: readonly NamedBytes[]): Promise<FilledDataset> {
  const request = { name: 'Interrupted', internalId, modality: 'text' };
  const { body } = await repeat(() => rest.post('/v2/datasets', request), 201);
  for (const file of files) await repeat(() => rest.uploadToDataset(body.id as string, [file]), 201);
  const versions = `/v2/datasets/${body.id as string}/versions`;
  return { versions, raw: `${versions}/${body.rawVersionId as string}` };
}

async function clean({ versions, raw }: FilledDataset) {
  const request = { pipelineSlug: 'text-standard' };
  const { body } = await repeat(() => rest.post(`${raw}/clean`, request), 200);
  const path = `${versions}/${body.id as string}`;
  return { path, version: await awaitJob({ rest, calm, countDone: () => rows.countDone() }, path) };
}

describe('a job ends as failed, with a reason and without files, and what it stored is removed', () => {
  it('when the storage quota is exceeded', async () => {
    const line = 'Every line of this text has to be changed.\r\n';
    const text = line.repeat(Math.floor(quotaBytes / 4 / line.length));
    const files = ['first', 'second', 'third'].map((name) => ({
      name: `${name}.txt`,
      type: 'text/plain',
      bytes: Buffer.from(`${name}\r\n${text}`),
    }));
    const { version } = await clean(await fillDataset('quota', files));
    expect(version).toMatchObject({ state: 'failed', fileCount: 0, counts: null });
    expect(version.error).toContain('storage quota');
    await expectNothingLeftOver();
  });

  it('when the storage refuses access, and the same job succeeds afterwards', async () => {
    const dataset = await fillDataset('refused', [0, 1, 2, 3].map(makeText));
    storage.refuse('AccessDenied', Infinity);
    const { version, path } = await clean(dataset);
    expect(version).toMatchObject({ state: 'failed', fileCount: 0, counts: null });
    expect(version.error).toContain('The storage refused access');
    expect((await rest.get(`${path}/manifest`)).status).toBe(409);
    storage.refuse('AccessDenied', 0);
    await expectNothingLeftOver();
    expect((await clean(dataset)).version).toMatchObject({ state: 'cleaned', error: null, fileCount: 4 });
  });
});

it('a job goes on when the storage is overloaded for a while', async () => {
  const dataset = await fillDataset('overloaded', [0, 1, 2, 3].map(makeText));
  storage.refuse('SlowDown', 9);
  const { version } = await clean(dataset);
  expect(version).toMatchObject({ state: 'cleaned', error: null, fileCount: 4 });
  expect(storage.countRefused()).toBe(9);
  await expectNothingLeftOver();
});

describe('runs on files of a project', () => {
  const runCount = 12;
  const runs = '/v2/data-platform/runs';

  it('make one new file each, and use the quota once, while their worker is killed', async () => {
    const { body: project } = await repeat(() => rest.post('/v2/projects', { name: 'Runs' }), 201);
    // The number of each text is divisible by 3, so that its line ends are changed.
    const texts = Array.from({ length: runCount }, (_, at) => makeText(15 * at));
    const fileIds: string[] = [];
    for (const text of texts) fileIds.push((await rest.upload(project.id as string, text)).body.id as string);
    const runIds: string[] = [];
    for (const targetId of fileIds) {
      const request = {
        targetType: 'project_file',
        targetId,
        mode: 'cleaning',
        pipelineSlug: 'text-standard',
      };
      const key = { 'idempotency-key': targetId };
      runIds.push((await repeat(() => rest.post(runs, request, key), 201)).body.id as string);
    }
    for (const ended of [1, 5]) {
      await expect.poll(() => countEnded(), { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(ended);
      await platform.processes.datasets.kill();
      await rows.endLeases();
      await platform.processes.datasets.restart();
    }
    await expect.poll(() => countEnded(), { timeout: 120_000, interval: 200 }).toBe(runCount);
    const results = await Promise.all(runIds.map(async (id) => (await rest.get(`${runs}/${id}`)).body));
    expect(results.map(({ status, counts }) => [status, counts.changed])).toEqual(
      runIds.map(() => ['completed', 1]),
    );
    const { body: listed } = await rest.get(`/v2/files?projectId=${project.id as string}&limit=100`);
    const made = (listed.data as readonly { id: string; sourceFileId: string | null }[]).filter(
      ({ sourceFileId }) => sourceFileId !== null,
    );
    expect(listed.total).toBe(2 * runCount);
    expect(made.map(({ sourceFileId }) => sourceFileId).toSorted()).toEqual(fileIds.toSorted());
    expect(results.map(({ items }) => items[0].resultFileId as string).toSorted()).toEqual(
      made.map(({ id }) => id).toSorted(),
    );
    await expectNothingLeftOver();
    expect(await rows.findDamagedObjects()).toEqual([]);
  });

  async function countEnded(): Promise<number> {
    const { body } = await rest.get(`${runs}?status=completed&targetType=project_file`);
    return body.total as number;
  }
});
