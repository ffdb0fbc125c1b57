import { readFileSync, writeFileSync } from 'node:fs';
import type { Pids } from './process-cpu.ts';

/** Resets the peak of the resident memory of a process (man 5 proc, `clear_refs`). */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid.toString()}/clear_refs`, '5');
}

/** Reads resident memory and its peak since the last reset, in bytes. */
export function readMemory(pid: number): { readonly resident: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid.toString()}/status`, 'latin1');
  const read = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'mu').exec(status)?.[1]) * 1_024;
  return { resident: read('VmRSS'), peak: read('VmHWM') };
}

/** Returns by how many bytes the memory of each process rises above its memory before the operation. */
export async function measureAddedMemory(
  pids: Pids,
  operation: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const readers = Object.entries(pids);
  const before = new Map(
    readers.map(([name, pid]) => {
      const { resident } = readMemory(pid);
      resetPeak(pid);
      return [name, resident] as const;
    }),
  );
  await operation();
  return Object.fromEntries(
    readers.map(([name, pid]) => [name, Math.max(0, readMemory(pid).peak - (before.get(name) ?? 0))]),
  );
}
