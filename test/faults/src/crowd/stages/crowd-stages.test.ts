/** People answer the stages of runs while processes are killed: each run ends, and each answer is charged once. */
import { randomInt } from 'node:crypto';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKiller } from '../../datasets/kill-victims.ts';
import { findFaults } from './find-faults.ts';
import { drawPlan, playRun, startRun, steps } from './play-run.ts';
import type { PlayedRun } from './play-run.ts';
import { startStagePlatform } from './stage-platform.ts';
import type { StagePlatform } from './stage-platform.ts';

// The whole form is 100 runs; the short one keeps `npm test` short.
const isWhole = process.env['FAULTS'] === 'whole';
const count = isWhole ? 100 : 6;
const clients = isWhole ? 8 : 3;
const limits = isWhole
  ? { longestPauseMs: 3_000, minRounds: 20, maxRounds: 200 }
  : { longestPauseMs: 2_000, minRounds: 2, maxRounds: 3 };
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let on: StagePlatform;
beforeAll(async () => {
  on = await startStagePlatform();
});
afterAll(() => on.stop());

function report(line: string): void {
  process.stderr.write(`crowd-stages: ${line}\n`);
}

it(
  `${count.toString()} runs with people end, each answer is charged once, and nothing stays held while processes are killed`,
  { timeout: 3_600_000, retry: 0 },
  async () => {
    report(`seed ${seed.toString()}`);
    const random = createRandom(seed);
    const played: PlayedRun[] = [];
    const { nats } = on.servers.processes;
    const { verification, 'crowd-webhooks': crowd, billing } = on.platform.processes;
    const victims = [verification, crowd, billing, nats].filter((victim) => victim !== undefined);
    const killedIn = new Map(steps.map((step) => [step, 0]));
    const killer = createKiller({
      victims,
      random,
      ...limits,
      afterKill: () => {
        const hit = new Set(played.map(({ step }) => step));
        for (const step of steps) if (hit.has(step)) killedIn.set(step, (killedIn.get(step) ?? 0) + 1);
        return Promise.resolve();
      },
    });
    const plans = Array.from({ length: count }, (_, index) => drawPlan(random, index));
    let next = 0;
    await killer.killDuring(async () => {
      const work = Array.from({ length: clients }, async () => {
        for (let index = next++; index < plans.length; index = next++) {
          const plan = plans[index];
          if (plan === undefined) return;
          const run = await startRun(on, plan, `stage-${seed.toString()}-${index.toString()}`);
          played.push(run);
          await playRun(on, random, run);
        }
      });
      await Promise.all(work);
    });
    report(
      `kills by step: ${[...killedIn].map(([step, kills]) => `${step} ${kills.toString()}`).join(', ')}`,
    );
    expect(played).toHaveLength(count);
    const missed = steps.filter((step) => killedIn.get(step) === 0);
    expect(isWhole ? missed : []).toEqual([]);
    expect(await on.jobs.collection('crowd_answers').countDocuments()).toBeGreaterThan(0);
    await expect.poll(() => findFaults(on, played), { timeout: 180_000, interval: 2_000 }).toEqual([]);
    const { account } = await on.billing.getBalance(on.admin(), {});
    expect(account?.heldCents).toBe(0);
  },
);
