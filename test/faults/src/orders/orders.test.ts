/** Random interleavings of steps that hold money or slots, on the running services and on a model of the decisions. */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePlay } from './describe-play.ts';
import { openClients } from './organization.ts';
import type { Clients } from './organization.ts';
import { playBatch } from './play-batch.ts';
import type { Batch, Crash } from './play-batch.ts';
import { rounds, scenarios, schedules } from './scenario.ts';
import { startServices, victims } from './start-services.ts';
import type { Services } from './start-services.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const count = Number(process.env['COUNT'] ?? (isWhole ? 10_000 : 24));
const batchSize = Number(process.env['BATCH'] ?? 100);
const crashesPerBatch = isWhole ? 3 : 1;
const longestDelayMs = 600;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const maxSeed = 2 ** 31 - 1;

let services: Services;
let clients: Clients;
beforeAll(async () => {
  services = await startServices();
  clients = openClients(services);
});
afterAll(() => services.stop());

function report(line: string): void {
  process.stderr.write(`orders: ${line}\n`);
}

function generate<T>(arbitrary: fc.Arbitrary<T>, own: number): T {
  const [value] = fc.sample(arbitrary, { seed: own, numRuns: 1, unbiased: true });
  if (value === undefined) throw new Error('nothing was generated');
  return value;
}

it(
  `${count.toString()} interleavings end in the same state and the same cents as the model`,
  { timeout: 7_200_000, retry: 0 },
  async () => {
    report(`seed ${seed.toString()}, ${count.toString()} interleavings`);
    const random = createRandom(seed);
    let played = 0;
    let calls = 0;
    let lost = 0;
    let kills = 0;
    const failed: string[] = [];
    const startedAt = performance.now();
    while (played < count && failed.length < 5) {
      const seeds = Array.from({ length: Math.min(batchSize, count - played) }, () => random.below(maxSeed));
      const crashes: Crash[] = Array.from({ length: crashesPerBatch }, () => ({
        round: random.below(rounds),
        victim: random.pick(victims) ?? 'crowd-webhooks',
        afterMs: random.below(longestDelayMs),
      }));
      const batch: Batch = {
        scenarios: seeds.map((own) => generate(scenarios, own)),
        schedule: generate(schedules, random.below(maxSeed)),
        crashes,
      };
      const plays = await playBatch(services, clients, batch);
      played += plays.length;
      kills += crashes.length;
      for (const [index, play] of plays.entries()) {
        calls += play.history.flat().length;
        lost += play.history.flat().filter(({ lostAttempts }) => lostAttempts > 0).length;
        if (play.failure !== undefined) {
          const text = `scenario seed ${String(seeds[index])} schedule ${JSON.stringify(batch.schedule.advancesMs.map((ms) => ms / 60_000))} crashes ${JSON.stringify(crashes)}\n${describePlay(play)}`;
          failed.push(text);
          report(text);
        }
      }
      report(
        `${played.toString()} played, ${calls.toString()} calls, ${lost.toString()} repeated after a loss, ${kills.toString()} kills, ${failed.length.toString()} failed, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
      );
    }
    expect(failed).toEqual([]);
  },
);
