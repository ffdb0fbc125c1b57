import { setTimeout as pause } from 'node:timers/promises';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import type { SeededRandom } from '@assay/test-kit/seeded-random';

const longestOutageMs = 2_000;
const mostStarts = 20;

export interface Killing {
  readonly random: SeededRandom;
  /** How many operations were begun. */
  readonly begun: () => number;
  readonly isOver: () => boolean;
  /** The most operations between two kills. */
  readonly farthest: number;
}

/** Kills a process again and again, each time after a number of operations, and starts it anew; resolves to how often. */
export async function killAtRandom(victim: RestartableProcess, killing: Killing): Promise<number> {
  const { random, begun, isOver, farthest } = killing;
  let kills = 0;
  for (;;) {
    const at = begun() + 1 + random.below(farthest);
    while (begun() < at) {
      if (isOver()) return kills;
      await pause(10);
    }
    await victim.kill();
    kills += 1;
    await pause(random.below(longestOutageMs));
    await startAgain(victim);
  }
}

/** What it needs may be away itself; whoever runs it then starts it again. */
export async function startAgain(victim: RestartableProcess): Promise<void> {
  for (let starts = 1; ; starts += 1) {
    try {
      await victim.restart();
      return;
    } catch (error) {
      if (starts === mostStarts) throw error;
    }
  }
}
