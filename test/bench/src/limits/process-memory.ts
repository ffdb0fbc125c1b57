import { readFileSync } from 'node:fs';

/** Reads the resident memory of a process, in megabytes. */
export function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1_024);
}
