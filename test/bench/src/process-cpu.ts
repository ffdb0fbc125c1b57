import { readFileSync } from 'node:fs';

const millisecondsPerTick = 10;

/** User and system time a process has used so far, in milliseconds, as Linux counts it: in ticks of 10. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may itself contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
}
