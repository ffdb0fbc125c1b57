import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, sha256, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

describe('the first job of a dataset', () => {
  it('uploads files, removes exact duplicates, and lists, exports and compares the versions', async () => {
    const { rest } = on;
    const dataset = await on.createDataset();
    const files = [on.image('a.jpg'), on.image('b.jpg'), { ...on.image('a.jpg'), name: 'copy of a.jpg' }];
    const uploaded = await rest.uploadToDataset(dataset.id, files);
    expect([uploaded.status, (uploaded.body as unknown[]).length]).toEqual([201, 3]);

    const raw = (await rest.get(dataset.raw)).body as VersionBody;
    expect([raw.state, raw.fileCount]).toEqual(['raw', 3]);
    expect(raw.files.map(({ file }) => file.name)).toEqual(['a.jpg', 'b.jpg', 'copy of a.jpg']);

    const started = await rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'dedup-exact', label: 'first' });
    const { id, state } = started.body as VersionBody;
    expect([started.status, state]).toEqual([200, 'cleaning']);
    const path = `${dataset.path}/versions/${id}`;
    const cleaned = await awaitVersion(rest, path);
    expect([cleaned.state, cleaned.fileCount]).toEqual(['cleaned', 2]);
    expect(cleaned.counts?.removed).toEqual({ exact_duplicate: 1 });

    const manifest = await fetch(`${on.platform.baseUrl}${path}/manifest`, {
      headers: { 'x-api-key': on.platform.apiKey },
    });
    const text = await manifest.text();
    expect(sha256(text)).toBe(manifest.headers.get('x-manifest-sha256'));
    expect(sha256(text)).toBe(cleaned.manifestSha256);

    const { body } = await rest.get(`${path}/export`);
    const exported = body as {
      readonly expiresInSeconds: number;
      readonly manifestSha256: string;
      readonly files: readonly { readonly url: string; readonly sha256: string }[];
    };
    expect([exported.expiresInSeconds, exported.manifestSha256]).toEqual([86_400, cleaned.manifestSha256]);
    expect(exported.files).toHaveLength(2);
    for (const file of exported.files) {
      expect(sha256(Buffer.from(await (await fetch(file.url)).arrayBuffer()))).toBe(file.sha256);
    }

    const diff = (await rest.get(`${dataset.raw}/diff/${id}`)).body as Readonly<Record<string, unknown>>;
    expect([diff['removed'], diff['unchanged'], diff['total']]).toEqual([1, 2, 1]);
  });

  it('enriches every file and freezes the result into the manifest', async () => {
    const { rest } = on;
    const dataset = await on.createDataset();
    await rest.uploadToDataset(dataset.id, [on.image('a.jpg'), on.image('b.jpg')]);
    const started = await rest.post(`${dataset.raw}/enrich`);
    const { id, state } = started.body as VersionBody;
    expect([started.status, state]).toEqual([200, 'enriching']);
    const enriched = await awaitVersion(rest, `${dataset.path}/versions/${id}`);
    expect([enriched.state, enriched.fileCount, enriched.error]).toEqual(['cleaned_and_enriched', 2, null]);
  });

  it('deletes a dataset and frees its internal id at once', async () => {
    const { rest } = on;
    const dataset = await on.createDataset();
    await rest.uploadToDataset(dataset.id, [on.image('a.jpg')]);
    expect((await rest.delete(dataset.path)).status).toBe(204);
    expect((await rest.get(dataset.path)).status).toBe(404);
    const again = { name: 'Again', internalId: dataset.internalId, modality: 'image' };
    expect((await rest.post('/v2/datasets', again)).status).toBe(201);
  });
});
