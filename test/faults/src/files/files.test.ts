/** The service of files, its worker, NATS and S3 are killed at random; no file is lost, stuck or orphaned. */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf } from '@assay/local/platform/environment';
import { startGuardian } from '@assay/local/processes/guardian';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { processes } from '@assay/proto/processes';
import { eventually } from '@assay/test-kit/eventually';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newApiKey, newOrganization, newProject } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client, Tally } from './client.ts';
import { findFaults } from './find-faults.ts';
import type { Findings } from './find-faults.ts';
import { keepOperating } from './keep-operating.ts';
import { killAtRandom } from './kill-at-random.ts';
import { newKnownProject } from './known.ts';
import { openStoreroom } from './leftovers.ts';
import { startWorker } from '../start-worker.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const operations = isWhole ? 2_000 : 150;
/** The most operations between two kills of one process. */
const farthest = isWhole ? 160 : 80;
const organizations = 3;
const clientsEach = 2;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const patienceMs = 180_000;
const nothing = {
  objects: 0,
  'incomplete uploads': 0,
  records: 0,
  'bytes of drift': 0,
  'files of drift': 0,
  'stale reservations': 0,
};

const guardian = startGuardian();
let stateDir: string;
let servers: RunningServers;
let platform: LaunchedPlatform;
let worker: RestartableProcess;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-faults-files-'));
  // Servers of its own: nobody else's tests may feel the kill.
  servers = await startServers({
    config: readConfig(),
    mode: 'ephemeral',
    stateDir,
    guardian,
    onProgress: () => undefined,
  });
  const variables = { RATE_LIMIT_AUTHENTICATED: '100000000', RATE_LIMIT_ORGANIZATION: '100000000' };
  platform = await launchPlatform({ servers, variables });
  worker = await startWorker(platform.layout, { service: 'projects-files', guardian, logsDir: stateDir });
});

afterAll(async () => {
  await worker.stop();
  await platform.stop();
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

/** Stays where something was wrong. */
const journalFile = () => join(tmpdir(), `assay-faults-files-${seed.toString()}.jsonl`);

/** The clients of one organization, each with a project of its own and one that all of them share. */
async function newClients(place: number, tally: Tally): Promise<Client[]> {
  const anybody = createRest(platform.baseUrl, platform.apiKey);
  const { id } = await newOrganization(anybody);
  const key = async () => (await newApiKey(anybody, { organizationIds: [id], role: 'admin' })).key;
  const shared = newKnownProject((await newProject(createRest(platform.baseUrl, await key()))).id, true);
  return Promise.all(
    Array.from({ length: clientsEach }, async (_, index) => {
      const rest = createRest(platform.baseUrl, await key());
      const projects = [newKnownProject((await newProject(rest)).id), shared];
      const number = place * clientsEach + index;
      const random = createRandom(seed + number);
      return {
        name: `client ${number.toString()}`,
        rest,
        random,
        journalFile: journalFile(),
        tally,
        projects,
      };
    }),
  );
}

/** Who was killed last has started again, and the gateway may not have reached it since. */
async function answers(client: Client | undefined): Promise<void> {
  await expect
    .poll(async () => (await client?.rest.get('/v2/files?limit=1'))?.status, { timeout: patienceMs })
    .toBe(200);
}

/** Announces every deletion again and asks again for every file that is not read, as an operator does. */
async function redrive(): Promise<void> {
  const script = join(projectRoot, processes['projects-files'].folder, 'src/commands/redrive.ts');
  const env = { ...readConfig().inherited, ...environmentOf('projects-files', platform.layout) };
  await promisify(execFile)(process.execPath, ['--conditions=source', script], { env });
}

/** Lets the hour go by after which an upload is abandoned; resolves to what was left behind before and after the sweep. */
async function sweep(fileIds: ReadonlySet<string>) {
  const storeroom = await openStoreroom(platform.layout);
  // A thumbnail lies beside its file, with the same id before a dot. A list of what is being removed may fail.
  const leftBehind = async () => {
    const { keys, incompleteKeys, uploads, drift } = await eventually(() => storeroom.look());
    const orphans = keys.filter((key) => !key.split(/[./]/u).some((part) => fileIds.has(part)));
    return {
      objects: orphans.length,
      'incomplete uploads': incompleteKeys.length,
      records: uploads,
      'bytes of drift': drift.bytes,
      'files of drift': drift.files,
      'stale reservations': drift.stale,
    };
  };
  const before = await leftBehind();
  await storeroom.ageUploads();
  await redrive();
  // Whoever starts begins with a sweep.
  await worker.restart();
  const deadline = Date.now() + patienceMs;
  let after = await leftBehind();
  while (Object.values(after).some((count) => count > 0) && Date.now() < deadline) {
    await pause(500);
    after = await leftBehind();
  }
  await storeroom.close();
  return { before, after };
}

/** Has the clients work while everything they need is killed again and again; resolves to how often each was. */
async function workUnderFire(clients: readonly Client[]) {
  let begun = 0;
  let isOver = false;
  const next = () => {
    begun += 1;
    return begun <= operations ? `operation-${begun.toString()}` : undefined;
  };
  const { nats, s3 } = servers.processes;
  const victims = [platform.processes['projects-files'], worker, nats, s3];
  const killing = victims
    .filter((victim) => victim !== undefined)
    .map(async (victim, index) => {
      const random = createRandom(seed + 1_000 + index);
      const limits = { random, farthest, begun: () => begun, isOver: () => isOver };
      return [victim.name, await killAtRandom(victim, limits)] as const;
    });
  await Promise.all(clients.map((client) => keepOperating(client, next)));
  isOver = true;
  return Promise.all(killing);
}

it(
  `${operations.toString()} mixed operations lose, change and leave nothing behind, whoever is killed meanwhile`,
  // Not repeated where it fails: what it left in the storage would be found again as left behind.
  { timeout: 3_600_000, retry: 0 },
  async () => {
    process.stdout.write(`seed ${seed.toString()}, journal ${journalFile()}\n`);
    const tally: Tally = { requests: 0, unanswered: 0, done: new Map(), wrong: [], lost: [] };
    const byOrganization: Client[][] = [];
    for (let place = 0; place < organizations; place += 1)
      byOrganization.push(await newClients(place, tally));
    const deaths: string[] = [];
    for (const victim of Object.values(platform.processes))
      victim.onDeath(() => void deaths.push(victim.name));

    const kills = await workUnderFire(byOrganization.flat());
    for (const [client] of byOrganization) await answers(client);
    const findings: Findings = { fileIds: new Set(), statuses: new Map(), faults: [] };
    for (const clients of byOrganization) await findFaults(clients, findings);
    const { fileIds, statuses, faults } = findings;
    const { requests, unanswered, done, lost, wrong } = tally;
    process.stdout.write(
      [
        `${requests.toString()} requests, ${unanswered.toString()} of them unanswered`,
        `done: ${shown(done)}`,
        `killed: ${shown(kills)}`,
        `files: ${fileIds.size.toString()}, of which ${shown(statuses)}`,
        `faults: ${(faults.length + lost.length + wrong.length).toString()}\n`,
      ].join('\n'),
    );
    const { before, after } = await sweep(fileIds);
    process.stdout.write(
      `left behind: ${shown(Object.entries(before))}; after the sweep: ${shown(Object.entries(after))}\n`,
    );
    const none = { faults: [], lost: [], wrong: [], deaths: [] };
    expect({ faults, lost, wrong, deaths }).toEqual(none);
    expect(after).toEqual(nothing);
    expect(kills.filter(([, count]) => count === 0)).toEqual([]);
    await rm(journalFile());
  },
);

function shown(counts: Iterable<readonly [string, number]>): string {
  return [...counts].map(([name, count]) => `${name} ${count.toString()}`).join(', ');
}
