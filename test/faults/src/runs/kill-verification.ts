import { readFile, readdir } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';

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
    if (kills.workers >= most.workers || (kills.service < most.service && randomInt(3) === 0)) {
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
  const below = await startedBy(pid);
  const chosen = below[randomInt(Math.max(1, below.length))];
  if (chosen === undefined) return false;
  try {
    process.kill(chosen, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** The processes that one has started, and those that they have. */
async function startedBy(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${String(pid)}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${String(pid)}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [...children, ...(await Promise.all(children.map(startedBy))).flat()];
}
