import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@assay/local/config';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const { path } = readConfig();
const python = findOnPath('python3', path);
const script = resolve(import.meta.dirname, '../../../deploy/docs/download-dataset.py');

interface CreatedDataset {
  readonly id: string;
  readonly rawVersionId: string;
}

const listTexts = (names: readonly string[]): readonly NamedBytes[] =>
  names.map((name, at) => ({
    name,
    bytes: Buffer.from(`The text with the number ${at.toString()}.\n`.repeat(500)),
    type: 'text/plain',
  }));

async function createDataset(rest: Rest, texts: readonly NamedBytes[]): Promise<CreatedDataset> {
  const internalId = `download-${randomUUID().slice(0, 8)}`;
  const created = await rest.post('/v2/datasets', { name: 'Download', internalId, modality: 'text' });
  const dataset = created.body as CreatedDataset;
  expect((await rest.uploadToDataset(dataset.id, texts)).status).toBe(201);
  return dataset;
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

  async function download(dataset: CreatedDataset, into = folder): Promise<string> {
    const args = [script, platform.baseUrl, dataset.id, dataset.rawVersionId, into];
    const env = { ASSAY_API_KEY: platform.apiKey, PATH: path.join(':') };
    return (await run(python ?? '', args, { env })).stdout;
  }

  it('downloads a version, and completes a download that was interrupted or damaged', async () => {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const texts = listTexts(Array.from({ length: 20 }, (_, at) => `text ${at.toString()}.txt`));
    const dataset = await createDataset(rest, texts);

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

  it('cuts long names and keeps their ending, goes on after an error, and says what is missing', async () => {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const names = [`${'写'.repeat(84)}.txt`, 'b.txt', 'c.txt'];
    const dataset = await createDataset(rest, listTexts(names));
    const into = join(folder, 'long');
    expect(await download(dataset, into)).toContain('3 of 3 files are complete');
    const written = await readdir(into);
    expect(written.find((name) => name.includes('写'))).toMatch(/写\.txt$/u);
    // A folder in the place of a file cannot be replaced by it.
    const [inTheWay = ''] = written.filter((name) => name.endsWith('-b.txt'));
    await rm(join(into, inTheWay));
    await mkdir(join(into, inTheWay));
    await expect(download(dataset, into)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('2 of 3 files are complete'),
      stderr: expect.stringMatching(/^missing: b\.txt: .+/mu),
    });
  });
});
