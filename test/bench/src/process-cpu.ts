import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const millisecondsPerTick = 10;

/** User and system time a process has used so far, in milliseconds, as Linux counts it: in ticks of 10. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may itself contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
}

/** Processes by name. */
export type Pids = Readonly<Record<string, number>>;
/** CPU time by the name of the process, in ms. */
export type CpuMs = Readonly<Record<string, number>>;

/** Measures the CPU time that processes take during some work, and its duration. */
export async function observeCpu(
  pids: Pids,
  work: () => Promise<unknown>,
): Promise<{ readonly spent: CpuMs; readonly seconds: number }> {
  const read = () => Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)] as const);
  const before = new Map(read());
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const spent = read().map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
  return { spent: Object.fromEntries(spent), seconds };
}

/** Returns the CPU time of this process for some repetitions of an operation, in ms for each. */
export async function measureOwnCpu(repetitions: number, operation: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < repetitions; count += 1) await operation();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / repetitions;
}

/** Measures the CPU time that processes take without requests, in ms a second. */
export async function measureAtRest(pids: Pids, restSeconds: number): Promise<CpuMs> {
  const { spent, seconds } = await observeCpu(pids, () => setTimeout(restSeconds * 1_000));
  return Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, ms / seconds]));
}

/** Adds the CPU times of all processes. */
export function sumCpu(times: CpuMs): number {
  return Object.values(times).reduce((total, ms) => total + ms, 0);
}
