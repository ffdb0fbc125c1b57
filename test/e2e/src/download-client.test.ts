import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@assay/local/config';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const { path } = readConfig();
const python = findOnPath('python3', path);
const script = resolve(import.meta.dirname, '../../../deploy/docs/download-dataset.py');

interface CreatedDataset {
  readonly id: string;
  readonly rawVersionId: string;
}

describe.skipIf(python === undefined)('the download client of the README (needs python3 on the PATH)', () => {
  let platform: SharedPlatform;
  let folder: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    folder = await mkdtemp(join(tmpdir(), 'assay-download-'));
  });
  afterAll(async () => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function download(dataset: CreatedDataset): Promise<string> {
    const args = [script, platform.baseUrl, dataset.id, dataset.rawVersionId, folder];
    const env = { ASSAY_API_KEY: platform.apiKey, PATH: path.join(':') };
    return (await run(python ?? '', args, { env })).stdout;
  }

  it('downloads a version, and completes a download that was interrupted or damaged', async () => {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const internalId = `download-${Date.now().toString(36)}`;
    const created = await rest.post('/v2/datasets', { name: 'Download', internalId, modality: 'text' });
    const dataset = created.body as CreatedDataset;
    const texts = Array.from({ length: 20 }, (_, at) => ({
      name: `text ${at.toString()}.txt`,
      bytes: Buffer.from(`The text with the number ${at.toString()}.\n`.repeat(500)),
      type: 'text/plain',
    }));
    expect((await rest.uploadToDataset(dataset.id, texts)).status).toBe(201);

    expect(await download(dataset)).toContain('20 of 20 files are complete');
    const [first = '', second = ''] = await readdir(folder);
    await truncate(join(folder, first), 100);
    await writeFile(join(folder, second), 'damaged');
    expect(await download(dataset)).toContain('20 of 20 files are complete');

    const names = await readdir(folder);
    const found = await Promise.all(names.map((name) => readFile(join(folder, name))));
    const sent = texts.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    const hashes = found.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    expect(hashes.toSorted()).toEqual(sent.toSorted());
  });
});
