import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import type { Rest } from '@assay/test-kit/rest';
import { expect, vi } from 'vitest';

interface VersionBody {
  readonly id: string;
  readonly state: string;
  readonly fileCount: number;
  readonly counts: unknown;
  readonly manifestSha256: string | null;
}

/** Creates a dataset whose raw version has a duplicate and whose second version was cleaned. Returns its path. */
export async function createSavedDataset(rest: Rest): Promise<string> {
  const dataset = { name: 'Saved', internalId: 'saved', modality: 'image' };
  const { body } = await rest.post('/v2/datasets', dataset);
  const { id, rawVersionId } = body as { readonly id: string; readonly rawVersionId: string };
  const photograph = await readFile(smallPhotograph());
  // Bytes after the end of a JPEG make another file of the same image.
  const files = ['1', '2', '2'].map((end, index) => {
    const bytes = Buffer.concat([photograph, Buffer.from(end)]);
    return { name: `${index.toString()}.jpg`, bytes, type: 'image/jpeg' };
  });
  expect((await rest.uploadToDataset(id, files)).status).toBe(201);
  const path = `/v2/datasets/${id}`;
  const clean = `${path}/versions/${rawVersionId}/clean`;
  expect((await rest.post(clean, { pipelineSlug: 'dedup-exact' })).status).toBe(200);
  await vi.waitFor(
    async () => {
      const states = (await listVersions(rest, path)).map(({ state }) => state);
      expect(states).toEqual(['raw', 'cleaned']);
    },
    { timeout: 120_000, interval: 200 },
  );
  return path;
}

/** Removes a file of the raw version, so that raw names a copy of its segment. */
export async function removeRawFile(rest: Rest, path: string): Promise<void> {
  const [raw] = await readDataset(rest, path);
  const fileId = raw?.fileIds[0] ?? '';
  expect((await rest.delete(`${path}/files/${fileId}`)).status).toBe(204);
}

/** Reads all versions with the ids of their files, and compares every exported object with its SHA-256. */
export async function readDataset(rest: Rest, path: string) {
  const versions = await listVersions(rest, path);
  return Promise.all(
    versions.map(async ({ id, state, fileCount, counts, manifestSha256 }) => {
      const { body } = await rest.get(`${path}/versions/${id}/export`);
      const { files } = body as { readonly files: readonly ExportedFile[] };
      for (const { url, sha256 } of files) {
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
      const fileIds = files.map(({ fileId }) => fileId);
      return { id, state, fileCount, counts, manifestSha256, fileIds };
    }),
  );
}

interface ExportedFile {
  readonly fileId: string;
  readonly url: string;
  readonly sha256: string;
}

async function listVersions(rest: Rest, path: string): Promise<readonly VersionBody[]> {
  const { body } = await rest.get(path);
  return (body as { readonly versions: readonly VersionBody[] }).versions;
}
