import { setPriority } from 'node:os';

/**
 * Lets a process that was just started, and all that it will start, give way to those of less niceness (0 to 19). Where that is refused
 * it runs like any other.
 */
export function giveWay(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, or this is no system that knows priorities.
  }
}
