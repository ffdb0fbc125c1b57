import { readFile } from 'node:fs/promises';

/**
 * Resident memory of a process in bytes, as the kernel counts it (`VmRSS`, which includes native and wasm memory).
 * Undefined where there is no /proc, or the process is gone.
 */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
