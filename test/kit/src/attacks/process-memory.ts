import { readFileSync, writeFileSync } from 'node:fs';

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
