import { readFileSync } from 'node:fs';
import { cpuMs } from '../process-cpu.ts';

/** Milliseconds of user and system time. */
export interface TreeCpu {
  readonly process: number;
  /** All that it started, directly or not. */
  readonly descendants: number;
}

const lookMs = 25;

/**
 * Watches what a process and its descendants use from now on. Those that end meanwhile count as far as they had been seen, every 25 ms,
 * since a process that is killed with its parent leaves its figures to nobody.
 */
export function watchTreeCpu(root: number): { readonly stop: () => TreeCpu } {
  const atStart = new Map<number, number>();
  const latest = new Map<number, number>();
  const look = (): void => {
    for (const pid of treeOf(root)) {
      const used = cpuOf(pid);
      if (used !== undefined) latest.set(pid, used);
    }
  };
  look();
  for (const [pid, used] of latest) atStart.set(pid, used);
  const timer = setInterval(look, lookMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      const usedSince = (pid: number): number => (latest.get(pid) ?? 0) - (atStart.get(pid) ?? 0);
      const descendants = [...latest.keys()].filter((pid) => pid !== root);
      return {
        process: usedSince(root),
        descendants: descendants.reduce((sum, pid) => sum + usedSince(pid), 0),
      };
    },
  };
}

function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Undefined and none for a process that has just ended. */
function cpuOf(pid: number): number | undefined {
  try {
    return cpuMs(pid);
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid.toString()}/task/${pid.toString()}/children`, 'latin1');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
