/** Random interleavings of steps that hold money or slots agree with a model of the decisions. */
import { randomInt } from 'node:crypto';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePlay } from './describe-play.ts';
import { drawBatch } from './draw-batch.ts';
import type { DrawnBatch } from './draw-batch.ts';
import { openClients } from './organization/clients.ts';
import type { Clients } from './organization/clients.ts';
import { playBatch } from './play-batch.ts';
import type { Play } from './play.ts';
import { shrinkScenario } from './shrink.ts';
import { startServices } from './start-services.ts';
import type { Services } from './start-services.ts';
import { createTally } from './tally.ts';

// The whole form is 10,000 interleavings; the short one keeps `npm test` short.
const isWhole = process.env['FAULTS'] === 'whole';
const count = Number(process.env['COUNT'] ?? (isWhole ? '10000' : '24'));
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const batchSize = 200;
const crashCount = isWhole ? 3 : 1;
const maxFailures = 5;

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

/** Describes a failed play with what repeats it, and its shortest form. */
async function describeFailure(
  play: Play,
  { seeds, schedule, crashes }: DrawnBatch,
  index: number,
): Promise<string> {
  const own = seeds[index] ?? 0;
  const minutes = schedule.advancesMs.map((ms) => ms / 60_000);
  const first = `scenario ${own.toString()}, clock ${JSON.stringify(minutes)}, crashes ${JSON.stringify(crashes)}`;
  report(`${first}\n${describePlay(play)}`);
  const shortest = isWhole ? await shrinkScenario(services, clients, { seed: own, schedule }) : undefined;
  if (shortest !== undefined) report(`the shortest form of it\n${describePlay(shortest)}`);
  return `${first}\n${describePlay(shortest ?? play)}`;
}

it(
  `${count.toString()} interleavings end in a state of the model, with the same cents, and nothing is held without an owner`,
  { timeout: 14_400_000, retry: 0 },
  async () => {
    report(`seed ${seed.toString()}`);
    const random = createRandom(seed);
    const failures: string[] = [];
    const tally = createTally();
    while (tally.played < count && failures.length < maxFailures) {
      const batch = drawBatch(random, Math.min(batchSize, count - tally.played), crashCount);
      const { plays, seconds } = await playBatch(services, clients, batch);
      tally.add(plays, batch.crashes.length, seconds);
      for (const [index, play] of plays.entries())
        if (play.failure !== undefined && failures.length < maxFailures)
          failures.push(await describeFailure(play, batch, index));
      report(tally.describe(failures.length));
    }
    expect(failures).toEqual([]);
  },
);
