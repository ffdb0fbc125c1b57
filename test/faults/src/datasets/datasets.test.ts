/** Processes are killed at random during uploads and jobs of datasets; the versions equal those of an undisturbed run. */
import { randomInt } from 'node:crypto';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillAndClean } from './fill-and-clean.ts';
import type { Versions } from './fill-and-clean.ts';
import { createKiller } from './kill-victims.ts';
import { noDifferences } from './list-differences.ts';
import { stuckAfterMs } from './patient-client.ts';
import { startPlatformWithWorker } from './started-platform.ts';
import type { StartedPlatform } from './started-platform.ts';
import { openStoredRows } from './stored-rows.ts';
import type { StoredRows } from './stored-rows.ts';

const isWhole = process.env['FAULTS'] === 'whole';
/** `FILES` makes the run smaller for a slow machine: the embedded database reads all files for most queries. */
const fileCount = Number(process.env['FILES'] ?? (isWhole ? 10_000 : 500));
const limits = isWhole
  ? { longestPauseMs: 5_000, minRounds: 2, maxRounds: 20 }
  : { longestPauseMs: 1_000, minRounds: 1, maxRounds: 1 };
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let on: StartedPlatform;
let rows: StoredRows;

beforeAll(async () => {
  on = await startPlatformWithWorker();
  rows = await openStoredRows(on.platform.layout);
});

afterAll(async () => {
  await rows.close();
  await on.stop();
});

function report(line: string): void {
  process.stderr.write(`datasets: ${line}\n`);
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  report(`${name} took ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

function listVictims() {
  const { platform, servers, worker } = on;
  const { datasets, 'projects-files': files, gateway } = platform.processes;
  const { nats, s3 } = servers.processes;
  return [datasets, worker, files, gateway, nats, s3].filter((victim) => victim !== undefined);
}

/** Lets the time pass after which dead uploads and released files are removed, and waits until nothing is left over. */
async function expectNothingLeftOver(): Promise<void> {
  await expect.poll(() => rows.countOpen(), { timeout: stuckAfterMs, interval: 500 }).toBe(0);
  await rows.makeDue();
  // A process that starts begins with its periodic tasks. Those of `datasets` come every 5 s.
  await on.platform.processes['projects-files'].restart();
  const compare = async () => {
    await rows.makeDue();
    return rows.compare();
  };
  await expect.poll(compare, { timeout: 120_000, interval: 1_000 }).toEqual(noDifferences);
  expect(await rows.findDamagedObjects()).toEqual([]);
}

function expectSameVersions(disturbed: Versions, undisturbed: Versions): void {
  for (const { accepted, listed } of [disturbed, undisturbed])
    expect(listed.toSorted()).toEqual(accepted.toSorted());
  const kept = fileCount * 0.8;
  const counts = disturbed.manifests.map((lines) => lines.length);
  expect(counts).toEqual([fileCount, kept, kept, kept]);
  expect(disturbed.manifests).toEqual(undisturbed.manifests);
}

it(
  `${fileCount.toString()} files become the same versions while processes are killed, and no object is without a row`,
  // A repetition would find the rows of the failed attempt.
  { timeout: 10_800_000, retry: 0 },
  async () => {
    report(`seed ${seed.toString()}`);
    const { rest, platform } = on;
    const killer = createKiller({
      victims: listVictims(),
      random: createRandom(seed),
      ...limits,
      // The short form does not wait for the leases of dead workers.
      ...(!isWhole && { afterKill: () => rows.endLeases() }),
    });
    const common = { rest, platform, fileCount, countDone: () => rows.countDone() };
    const undisturbed = await timed('the undisturbed run', () =>
      fillAndClean({
        ...common,
        internalId: 'undisturbed',
        calm: { since: undefined },
        during: (work) => work(),
      }),
    );
    const disturbed = await timed('the disturbed run', () =>
      fillAndClean({
        ...common,
        internalId: 'disturbed',
        calm: killer.calm,
        during: (work) => timed('a phase', () => killer.killDuring(work)),
      }),
    );
    const kills = [...killer.kills].map(([name, count]) => `${name} ${count.toString()}`);
    report(`kills: ${kills.join(', ')}`);
    expectSameVersions(disturbed, undisturbed);
    expect([...killer.kills].filter(([, count]) => count === 0)).toEqual([]);
    await timed('the sweep', expectNothingLeftOver);
  },
);
