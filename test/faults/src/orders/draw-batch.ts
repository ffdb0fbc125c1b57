import fc from 'fast-check';
import type { SeededRandom } from '@assay/test-kit/seeded-random';
import type { Batch, Crash } from './play-batch.ts';
import { rounds, scenarios, schedules } from './scenario.ts';
import { victims } from './start-services.ts';

/** The writes of a process for a scenario in a round, about. */
const writesPerScenario = 3;
const maxSeed = 2 ** 31 - 1;

/** A batch with the seed of each of its scenarios. */
export interface DrawnBatch extends Batch {
  readonly seeds: readonly number[];
}

export function drawBatch(random: SeededRandom, size: number, crashCount: number): DrawnBatch {
  const seeds = Array.from({ length: size }, () => random.below(maxSeed));
  const schedule = generate(schedules, random.below(maxSeed));
  const crashes = Array.from({ length: crashCount }, (): Crash => {
    const victim = random.pick(victims) ?? 'crowd-webhooks';
    return {
      round: random.below(rounds),
      victim,
      at: random.below(size * writesPerScenario),
      isAfter: random.below(2) === 1,
    };
  });
  return { seeds, schedule, crashes, scenarios: seeds.map((seed) => generate(scenarios, seed)) };
}

/** Parameters of fast-check with which one value is generated, and shrunk. */
export function seeded(seed: number) {
  return { seed, numRuns: 1, unbiased: true } as const;
}

function generate<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, seeded(seed));
  if (value === undefined) throw new Error('nothing was generated');
  return value;
}
