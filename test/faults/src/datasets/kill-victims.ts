import { setTimeout as pause } from 'node:timers/promises';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import type { SeededRandom } from '@assay/test-kit/seeded-random';
import { startAgain } from '../files/kill-at-random.ts';
import type { Calm } from './patient-client.ts';

const longestOutageMs = 1_000;

export interface Killing {
  readonly victims: readonly RestartableProcess[];
  readonly random: SeededRandom;
  /** The longest pause before a round. */
  readonly longestPauseMs: number;
  /** In each phase; the first ones also if the phase ends before. Each round kills two victims at the same time. */
  readonly minRounds: number;
  readonly maxRounds: number;
  /** Runs while a victim is dead. */
  readonly afterKill?: () => Promise<void>;
}

export interface Killer {
  /** How often each victim was killed. */
  readonly kills: ReadonlyMap<string, number>;
  readonly calm: Calm;
  /** Kills victims while the work is done, and starts each again. Then it is calm. */
  killDuring(work: () => Promise<void>): Promise<void>;
}

export function createKiller(killing: Killing): Killer {
  const { victims, random, longestPauseMs, minRounds, maxRounds, afterKill } = killing;
  const kills = new Map(victims.map(({ name }) => [name, 0]));
  const calm: Calm = { since: undefined };
  let deck: RestartableProcess[] = [];

  async function killNext(): Promise<void> {
    // Each victim once before any of them twice.
    if (deck.length === 0) deck = random.shuffled(victims);
    const victim = deck.pop();
    if (victim === undefined) return;
    await victim.kill();
    kills.set(victim.name, (kills.get(victim.name) ?? 0) + 1);
    await afterKill?.();
    await pause(random.below(longestOutageMs));
    await startAgain(victim);
  }

  async function killUntil(isOver: () => boolean): Promise<void> {
    const goesOn = (count: number): boolean => count < minRounds || (count < maxRounds && !isOver());
    for (let count = 0; goesOn(count); count += 1) {
      await pause(random.below(longestPauseMs));
      await Promise.all([killNext(), killNext()]);
    }
    calm.since = Date.now();
  }

  return {
    kills,
    calm,
    async killDuring(work) {
      calm.since = undefined;
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      await Promise.all([working, killUntil(() => isOver)]);
    },
  };
}
