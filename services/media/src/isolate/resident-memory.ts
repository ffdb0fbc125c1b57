import { readFileSync } from 'node:fs';

/**
 * Resident memory in bytes of a process and its children, as the kernel counts it (`VmRSS`, which includes native and wasm
 * memory): a confined child is the child of the program that confines it. Undefined where there is no /proc, or the
 * process is gone. The kernel answers from memory, so nothing is waited for: each of these files would cost five turns of the
 * thread pool.
 */
export function residentBytes(pid: number): number | undefined {
  const own = ownBytes(pid);
  if (own === undefined) return undefined;
  const children = read(`/proc/${pid}/task/${pid}/children`) ?? '';
  const bytes = children.split(' ').filter(Boolean).map(Number).map(ownBytes);
  return bytes.reduce<number>((sum, child = 0) => sum + child, own);
}

function ownBytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
