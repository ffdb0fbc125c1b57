import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedBytes } from '@assay/test-kit/rest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

interface ErrorBody {
  readonly error: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> };
}

async function filledDataset(names: readonly string[] = ['a.jpg', 'b.jpg']) {
  const dataset = await on.createDataset();
  await on.rest.uploadToDataset(dataset.id, names.map(on.image));
  return dataset;
}

/** Telephone numbers take the most time of all personal data. */
function longText(number: number): NamedBytes {
  const bytes = Buffer.from(`call +1 212 555 ${(1_000 + number).toString()}, `.repeat(40_000));
  return { name: `${number.toString()}.txt`, bytes, type: 'text/plain' };
}

const exact = { pipelineSlug: 'dedup-exact' };

async function failure(answer: Promise<{ readonly status: number; readonly body: unknown }>) {
  const { status, body } = await answer;
  return [status, (body as ErrorBody).error.code];
}

describe('a job that cannot start', () => {
  it('is refused by pipeline, modality, content and state, in the order of the specification', async () => {
    const { rest } = on;
    const empty = await on.createDataset();
    expect(await failure(rest.post(`${empty.raw}/clean`, { pipelineSlug: 'unknown' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const text = rest.post(`${empty.raw}/clean`, { pipelineSlug: 'text-standard' });
    expect(await failure(text)).toEqual([400, 'VALIDATION_ERROR']);
    expect(await failure(rest.post(`${empty.raw}/clean`, exact))).toEqual([422, 'UNPROCESSABLE_ENTITY']);
    expect(await failure(rest.post(`${empty.raw}/enrich`))).toEqual([422, 'UNPROCESSABLE_ENTITY']);
    const dataset = await filledDataset();
    const started = await rest.post(`${dataset.raw}/enrich`);
    const enriched = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
    expect(await failure(rest.post(`${enriched}/clean`, exact))).toEqual([409, 'CONFLICT']);
    await awaitVersion(rest, enriched);
    expect(await failure(rest.post(`${enriched}/enrich`))).toEqual([409, 'CONFLICT']);
  });

  it('lets one of 32 cleans at once through, and the others are 400', async () => {
    const dataset = await on.createDataset('text');
    // Their job still runs when the last of the 32 arrives, also on a busy machine.
    await on.rest.uploadToDataset(dataset.id, [1, 2, 3, 4].map(longText));
    const answers = await Promise.all(
      Array.from({ length: 32 }, () =>
        on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'text-pii-mask' }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(31);
    const versions = (await on.rest.get(`${dataset.path}/versions`)).body as readonly VersionBody[];
    expect(versions).toHaveLength(2);
    const started = answers.find(({ status }) => status === 200)?.body as VersionBody;
    const named = answers.flatMap(({ status, body }) =>
      status === 400 ? [(body as ErrorBody).error.details] : [],
    );
    expect(named).toEqual(named.map(() => ({ versionId: started.id, state: 'cleaning' })));
    expect((await on.rest.delete(`${dataset.path}/versions/${started.id}`)).status).toBe(204);
  });

  it('leaves the place for cleaning jobs to the next one', async () => {
    const { rest } = on;
    const dataset = await on.createDataset();
    expect(await failure(rest.post(`${dataset.raw}/clean`, exact))).toEqual([422, 'UNPROCESSABLE_ENTITY']);
    await rest.uploadToDataset(dataset.id, [on.image('a.jpg')]);
    const { body, status } = await rest.post(`${dataset.raw}/clean`, exact);
    expect(status).toBe(200);
    expect((await rest.delete(`${dataset.path}/versions/${(body as VersionBody).id}`)).status).toBe(204);
    expect((await rest.post(`${dataset.raw}/clean`, exact)).status).toBe(200);
  });

  it('starts once for each idempotency key', async () => {
    const dataset = await filledDataset();
    const headers = { 'idempotency-key': 'once' };
    const first = await on.rest.post(`${dataset.raw}/clean`, exact, headers);
    const second = await on.rest.post(`${dataset.raw}/clean`, exact, headers);
    expect([second.status, (second.body as VersionBody).id]).toEqual([200, (first.body as VersionBody).id]);
  });
});

describe('a derived version', () => {
  it('keeps the files that are removed from raw during and after its job', async () => {
    const { rest } = on;
    const dataset = await filledDataset(['a.jpg', 'b.jpg', 'c.jpg']);
    const [first, second] = ((await rest.get(dataset.raw)).body as VersionBody).files;
    const started = await rest.post(`${dataset.raw}/clean`, exact);
    const path = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
    expect((await rest.delete(`${dataset.path}/files/${first?.fileId ?? ''}`)).status).toBe(204);
    const cleaned = await awaitVersion(rest, path);
    expect(cleaned.fileCount).toBe(3);
    expect((await rest.delete(`${dataset.path}/files/${second?.fileId ?? ''}`)).status).toBe(204);
    expect(((await rest.get(dataset.raw)).body as VersionBody).fileCount).toBe(1);
    const later = (await rest.get(path)).body as VersionBody;
    expect([later.fileCount, later.manifestSha256]).toEqual([3, cleaned.manifestSha256]);
    const gone = rest.delete(`${dataset.path}/files/${first?.fileId ?? ''}`);
    expect(await failure(gone)).toEqual([404, 'NOT_FOUND']);
    expect((await rest.get(`/v2/files/${first?.fileId ?? ''}`)).status).toBe(200);
  });

  it('can be deleted unless it is raw or has children', async () => {
    const { rest } = on;
    const dataset = await filledDataset();
    const started = await rest.post(`${dataset.raw}/clean`, exact);
    const path = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
    await awaitVersion(rest, path);
    const child = (await rest.post(`${path}/clean`, exact)).body as VersionBody;
    const childPath = `${dataset.path}/versions/${child.id}`;
    await awaitVersion(rest, childPath);
    expect(await failure(rest.delete(dataset.raw))).toEqual([409, 'CONFLICT']);
    expect(await failure(rest.delete(path))).toEqual([409, 'CONFLICT']);
    expect((await rest.delete(childPath)).status).toBe(204);
    expect((await rest.get(childPath)).status).toBe(404);
    expect((await rest.delete(path)).status).toBe(204);
    const deleted = [child.id, (started.body as VersionBody).id];
    await expect.poll(async () => (await listDeletions()).slice(0, 2)).toEqual(deleted.toReversed());
  });
});

/** Lists the audited deletions of versions, newest first. */
async function listDeletions(): Promise<readonly string[]> {
  const path = `/v2/organizations/${on.platform.organizationId}/audit-events?limit=100`;
  const { data } = (await on.rest.get(path)).body as {
    readonly data: readonly {
      readonly action: string;
      readonly targetType: string;
      readonly targetId: string;
    }[];
  };
  return data
    .filter((event) => `${event.action} ${event.targetType}` === 'dataset_version.delete dataset_version')
    .map(({ targetId }) => targetId);
}

describe('an upload', () => {
  it('stores nothing and uses no quota if one file among 100 is of another type, and names that file', async () => {
    const { rest } = on;
    const readUse = async () => (await rest.get('/v2/limits')).body.storage as object;
    const before = await readUse();
    const dataset = await on.createDataset();
    const files = Array.from({ length: 99 }, (_, at) => on.image(`${at.toString()}.jpg`));
    const wrong = { name: 'notes.txt', bytes: Buffer.from('This is a text.'), type: 'text/plain' };
    const parts = [...files.slice(0, 50), wrong, ...files.slice(50)];
    const { status, body } = await rest.uploadToDataset(dataset.id, parts);
    expect([status, (body as ErrorBody).error.details?.['fileName']]).toEqual([415, 'notes.txt']);
    expect(((await rest.get(dataset.raw)).body as VersionBody).fileCount).toBe(0);
    await expect.poll(readUse).toEqual(before);
  });

  it('refuses 101 files', async () => {
    const dataset = await on.createDataset('text');
    const files = Array.from({ length: 101 }, (_, at) => ({
      name: `${at.toString()}.txt`,
      bytes: Buffer.from(`Text ${at.toString()}.`),
      type: 'text/plain',
    }));
    const { status, body } = await on.rest.uploadToDataset(dataset.id, files);
    expect([status, (body as ErrorBody).error.details?.['maxFiles']]).toEqual([413, 100]);
  });

  it('takes effect once for each idempotency key', async () => {
    const dataset = await on.createDataset();
    const headers = { 'idempotency-key': 'upload' };
    const first = await on.rest.uploadToDataset(dataset.id, [on.image('a.jpg')], headers);
    const second = await on.rest.uploadToDataset(dataset.id, [on.image('a.jpg')], headers);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
    expect(((await on.rest.get(dataset.raw)).body as VersionBody).fileCount).toBe(1);
    const other = on.rest.uploadToDataset(dataset.id, [on.image('b.jpg')], headers);
    expect(await failure(other)).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});
