/** Backing servers stop and return. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@assay/local/config';
import { adminUrl } from '@assay/local/platform/environment';
import { startGuardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { processNames } from '@assay/proto/processes';
import { newId } from '@assay/chassis/ids';
import { readDependencyStatus } from '@assay/test-kit/processes/dependency-status';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPicture } from './small-picture.ts';

type Server = 'mongodb' | 'nats' | 's3' | 'redis';
type Answer = Awaited<ReturnType<Rest['get']>>;

const patience = { timeout: 60_000, interval: 100 };
const isWhole = process.env['FAULTS'] === 'whole';
/** How long a server is away, and after how many seconds all must be well again; a short outage measures nothing. */
const [awayMs, recoverySeconds] = isWhole ? [60_000, 10] : [0, Infinity];
const guardian = startGuardian();
let stateDir: string;
let servers: RunningServers;
let platform: LaunchedPlatform;
let rest: Rest;
let projectId: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-outage-'));
  servers = await startServers({
    config: readConfig(),
    mode: 'persistent',
    stateDir,
    guardian,
    onProgress: () => undefined,
  });
  platform = await launchPlatform({ servers });
  rest = createRest(platform.baseUrl, platform.apiKey);
  projectId = (await rest.post('/v2/projects', { name: 'Outages' })).body.id;
});

afterAll(async () => {
  await platform.stop();
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

const read = () => rest.get(`/v2/projects/${projectId}`);
const create = () => rest.post('/v2/projects', { name: 'Another' });
const upload = () =>
  rest.upload(projectId, { name: `${newId()}.png`, bytes: smallPicture(), type: 'image/png' });

/** What needs the server, and what does not. */
const cases: readonly {
  readonly server: Server;
  readonly refused: readonly (() => Promise<Answer>)[];
  readonly answered: readonly (() => Promise<Answer>)[];
}[] = [
  { server: 's3', refused: [upload], answered: [read, create] },
  { server: 'nats', refused: [], answered: [read, create, upload] },
  { server: 'redis', refused: [], answered: [read, create, upload] },
  { server: 'mongodb', refused: [read, create, upload], answered: [] },
];

describe.each(cases)('while $server is away', ({ server, refused, answered }) => {
  it('what needs it is a 503 to come again, the rest is answered, nobody is unready, and all is well afterwards', async ({
    skip,
  }) => {
    const victim = servers.processes[server];
    if (victim === undefined) return skip(`${server} was not started by this test`);
    const pids = processNames.map((name) => platform.processes[name].pid);
    await victim.kill();
    const backAt = performance.now() + awayMs;
    do {
      for (const ask of refused) expectComeAgain(await ask());
      for (const ask of answered) expect((await ask()).status).toBeLessThan(300);
      expect(await unready()).toEqual([]);
      await pause(Math.max(0, Math.min(5_000, backAt - performance.now())));
    } while (performance.now() < backAt);
    await expect.poll(() => reportedAway(server)).toBeGreaterThan(0);
    await victim.restart();
    const restartedAt = performance.now();
    await vi.waitFor(async () => {
      for (const ask of [...refused, ...answered]) expect((await ask()).status).toBeLessThan(300);
      const { body } = await upload();
      await awaitEnrichment(rest, body.id);
      expect(await reportedAway(server)).toBe(0);
    }, patience);
    const seconds = (performance.now() - restartedAt) / 1_000;
    process.stdout.write(`${server} was away: all is well ${seconds.toFixed(1)} s after it is back\n`);
    expect(seconds).toBeLessThanOrEqual(recoverySeconds);
    expect(processNames.map((name) => platform.processes[name].pid)).toEqual(pids);
  });
});

describe.each(cases)(
  'while $server takes connections and answers nothing',
  ({ server, refused, answered }) => {
    it('what needs it is a 503 to come again before its time is over, and the rest is answered', async ({
      skip,
    }) => {
      const pid = servers.processes[server]?.pid;
      if (pid === undefined) return skip(`${server} was not started by this test`);
      const times: string[] = [];
      process.kill(pid, 'SIGSTOP');
      try {
        await expect.poll(() => hasStopped(pid)).toBe(true);
        for (const ask of refused) {
          const began = performance.now();
          expectComeAgain(await ask());
          times.push(`${((performance.now() - began) / 1_000).toFixed(1)} s`);
        }
        for (const ask of answered) expect((await ask()).status).toBeLessThan(300);
        expect(await unready()).toEqual([]);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      if (times.length > 0) process.stdout.write(`${server} hangs: a 503 after ${times.join(', ')}\n`);
      await vi.waitFor(async () => {
        for (const ask of [...refused, ...answered]) expect((await ask()).status).toBeLessThan(300);
      }, patience);
    });
  },
);

/** A busy machine lets a process go on for a while before each of its threads has been stopped. */
async function hasStopped(pid: number): Promise<boolean> {
  const tasks = `/proc/${String(pid)}/task`;
  const states = await Promise.all(
    (await readdir(tasks)).map((task) => readFile(join(tasks, task, 'status'), 'utf8').catch(() => '')),
  );
  return states.every((status) => status === '' || /^State:\tT/mu.test(status));
}

function expectComeAgain({ status, headers, body }: Answer): void {
  expect({ status, code: body.error?.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/u);
}

async function unready(): Promise<string[]> {
  const problems = await Promise.all(
    processNames.map(async (name) => {
      const { status } = await fetch(`${adminUrl(name, platform.layout.ports)}/readyz`);
      return status === 200 ? [] : [name];
    }),
  );
  return problems.flat();
}

/** How many processes say by their metrics that the server is away. */
async function reportedAway(server: Server): Promise<number> {
  const dependency = server === 's3' ? 'object-storage' : server;
  const reports = await Promise.all(
    processNames.map(async (name) => {
      return (await readDependencyStatus(adminUrl(name, platform.layout.ports)))[dependency] === false;
    }),
  );
  return reports.filter(Boolean).length;
}
