/** Processes are killed at random during uploads and jobs of datasets; the versions equal those of an undisturbed run. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStoreroom } from './files/leftovers.ts';
import { insist } from './journal.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const fileCount = isWhole ? 10_000 : 500;
/** Then the processes are left alone, so that the short form ends soon. */
const maxKills = isWhole ? 1_000 : 8;
/** The datasets of the kills need less than a tenth of it. */
const quotaBytes = isWhole ? 160_000_000 : 12_000_000;
const filesPerUpload = 50;

const guardian = startGuardian();
let stateDir: string;
let servers: RunningServers;
let platform: LaunchedPlatform;
let rest: Rest;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-faults-'));
  const config = readConfig();
  // Servers of its own: no other test may notice the kills.
  servers = await startServers({
    config,
    mode: 'ephemeral',
    stateDir,
    guardian,
    onProgress: () => undefined,
  });
  const variables = {
    RATE_LIMIT_AUTHENTICATED: '100000000',
    RATE_LIMIT_ORGANIZATION: '100000000',
    STORAGE_MAX_BYTES: quotaBytes.toString(),
  };
  platform = await launchPlatform({ servers, variables });
  rest = createRest(platform.baseUrl, platform.apiKey);
});

afterAll(async () => {
  await platform.stop();
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

/** Every fifth text is a copy of another one, and every third has line ends to be changed. */
function makeText(index: number): NamedBytes {
  const number = index % 5 === 4 ? index - 1 : index;
  const words = Array.from({ length: 40 }, (_, at) => `word${((number + 1) * (at + 7)).toString(36)}`);
  const bytes = Buffer.from(words.join(number % 3 === 0 ? '\r\n' : '\n'));
  return { name: `text-${index.toString().padStart(5, '0')}.txt`, bytes, type: 'text/plain' };
}

interface Killing {
  count: number;
  /** Stops the kills, and waits until every victim is back. */
  end(): Promise<void>;
}

/** Kills one process after the other and starts it again. */
function beginKilling(): Killing {
  const victims = [
    platform.processes.datasets,
    platform.processes['projects-files'],
    platform.processes.datasets,
    servers.processes.nats,
  ].filter((victim) => victim !== undefined);
  const over = new AbortController();
  const killing = { count: 0, end: () => Promise.resolve() };
  const work = (async () => {
    while (!over.signal.aborted && killing.count < maxKills) {
      await pause(randomInt(3_000, 6_000));
      const victim = victims[randomInt(victims.length)];
      await victim?.kill();
      killing.count += 1;
      await victim?.restart();
    }
  })();
  killing.end = async () => {
    over.abort();
    await work;
  };
  return killing;
}

interface Manifested {
  readonly name: string;
  readonly sha256: string;
  readonly enrichment: { readonly wordCount?: number } | null;
}

async function readManifest(path: string): Promise<readonly Manifested[]> {
  const answer = await fetch(`${platform.baseUrl}${path}/manifest`, {
    headers: { 'x-api-key': platform.apiKey },
  });
  const lines = (await answer.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Manifested);
}

async function endJob(path: string, body?: unknown): Promise<string> {
  const headers = { 'idempotency-key': `${path}-${String(body !== undefined)}` };
  const { body: started } = await insist(
    () => rest.post(path, body, headers),
    ({ status }) => status === 200,
  );
  const version = `${path.slice(0, path.lastIndexOf('/versions/'))}/versions/${started.id as string}`;
  const { body: ended } = await insist(
    () => rest.get(version),
    ({ status, body: { state } }) => status === 200 && state !== 'cleaning' && state !== 'enriching',
  );
  expect(ended.error).toBeNull();
  return version;
}

/** Uploads, cleans twice and enriches; returns the manifests of all versions. */
async function work(internalId: string) {
  const { body: dataset } = await insist(
    () =>
      rest.post(
        '/v2/datasets',
        { name: 'Faults', internalId, modality: 'text' },
        { 'idempotency-key': internalId },
      ),
    ({ status }) => status === 201,
  );
  const path = `/v2/datasets/${dataset.id as string}`;
  for (let start = 0; start < fileCount; start += filesPerUpload) {
    const files = Array.from({ length: filesPerUpload }, (_, at) => makeText(start + at));
    const headers = { 'idempotency-key': `${internalId}-${start.toString()}` };
    await insist(
      () => rest.uploadToDataset(dataset.id as string, files, headers),
      ({ status }) => status === 201,
    );
  }
  const raw = `${path}/versions/${dataset.rawVersionId as string}`;
  const cleaned = await endJob(`${raw}/clean`, { pipelineSlug: 'text-standard' });
  const again = await endJob(`${cleaned}/clean`, { pipelineSlug: 'text-standard' });
  const enriched = await endJob(`${again}/enrich`);
  const manifests = await Promise.all([raw, cleaned, again, enriched].map(readManifest));
  const { body: versions } = await rest.get(`${path}/versions`);
  return { id: dataset.id as string, manifests, versions: versions as readonly unknown[] };
}

/** The parts of a manifest that do not differ between two datasets. */
function compare(manifests: readonly (readonly Manifested[])[]) {
  return manifests.map((lines) =>
    lines.map(({ name, sha256, enrichment }) => [name, sha256, enrichment?.wordCount ?? null]),
  );
}

it(
  `${fileCount.toString()} files become the same versions while processes are killed, and no object is without a row`,
  { timeout: 1_800_000 },
  async () => {
    const undisturbed = await work('undisturbed');
    const killing = beginKilling();
    const disturbed = await work('disturbed').finally(() => killing.end());
    process.stderr.write(
      `datasets: ${killing.count.toString()} kills during ${fileCount.toString()} files\n`,
    );
    expect(killing.count).toBeGreaterThan(2);
    expect(compare(disturbed.manifests)).toEqual(compare(undisturbed.manifests));
    expect([disturbed.versions.length, undisturbed.versions.length]).toEqual([4, 4]);
    expect(disturbed.manifests.map((lines) => lines.length)).toEqual([
      fileCount,
      fileCount * 0.8,
      fileCount * 0.8,
      fileCount * 0.8,
    ]);

    // Orphaned uploads and results are removed some time later; then both datasets have the same number of objects.
    const storeroom = await openStoreroom(platform.layout);
    try {
      const count = async () => {
        const { keys } = await storeroom.look();
        return ['undisturbed', 'disturbed'].map(
          (name) => keys.filter((key) => key.includes(`/${name}/`)).length,
        );
      };
      await expect
        .poll(async () => (await count())[1], { timeout: 240_000, interval: 2_000 })
        .toBe((await count())[0]);
    } finally {
      await storeroom.close();
    }
  },
);

it('ends a job as failed, with the reason and without files, when the storage quota is exceeded', async () => {
  const dataset = { name: 'Quota', internalId: 'quota', modality: 'text' };
  const { body } = await rest.post('/v2/datasets', dataset);
  const line = 'Every line of this text has to be changed.\r\n';
  const text = Buffer.from(line.repeat(Math.floor(quotaBytes / 4 / line.length)));
  for (const name of ['first', 'second', 'third']) {
    const bytes = Buffer.concat([Buffer.from(`${name}\r\n`), text]);
    const file = { name: `${name}.txt`, bytes, type: 'text/plain' };
    expect((await rest.uploadToDataset(body.id as string, [file])).status).toBe(201);
  }
  const path = `/v2/datasets/${body.id as string}/versions`;
  const { body: started } = await rest.post(`${path}/${body.rawVersionId as string}/clean`, {
    pipelineSlug: 'text-standard',
  });
  const { body: ended } = await insist(
    () => rest.get(`${path}/${started.id as string}`),
    ({ status, body: { state } }) => status === 200 && state !== 'cleaning',
  );
  expect([ended.state, ended.fileCount, ended.total]).toEqual(['failed', 0, 0]);
  expect(ended.error).toContain('storage quota');
});
