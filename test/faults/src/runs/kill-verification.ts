import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { listDescendants } from '@assay/test-kit/processes/descendants';

export interface Kills {
  service: number;
  workers: number;
}

export interface Killing {
  readonly isOver: () => boolean;
  /** Counted as they happen. */
  readonly kills: Kills;
  /** No more than these. */
  readonly most: Readonly<Kills>;
  /** Between two kills, at most. */
  readonly longestPauseMs: number;
}

/** Kills the service, which is then started anew, or one of the processes that examine files, again and again. */
export async function killVerification(
  victim: RestartableProcess,
  { isOver, kills, most, longestPauseMs }: Killing,
): Promise<void> {
  while (!isOver() && (kills.service < most.service || kills.workers < most.workers)) {
    await pause(200 + randomInt(longestPauseMs));
    if (kills.workers >= most.workers || (kills.service < most.service && randomInt(5) === 0)) {
      await victim.kill();
      kills.service += 1;
      await pause(randomInt(1_000));
      await victim.restart();
    } else if (victim.pid !== undefined && (await killOneBelow(victim.pid))) {
      kills.workers += 1;
    }
  }
}

/** Kills a process that this one has started, whichever; false when there is none. */
async function killOneBelow(pid: number): Promise<boolean> {
  const below = await listDescendants(pid);
  const chosen = below[randomInt(Math.max(1, below.length))];
  if (chosen === undefined) return false;
  try {
    process.kill(chosen, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
