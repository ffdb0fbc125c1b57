import { readFile } from 'node:fs/promises';

/**
 * Resident memory in bytes of a process and its children, as the kernel counts it (`VmRSS`, which includes native and wasm
 * memory): a confined child is the child of the program that confines it. Undefined where there is no /proc, or the
 * process is gone.
 */
export async function residentBytes(pid: number): Promise<number | undefined> {
  const own = await ownBytes(pid);
  if (own === undefined) return undefined;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const bytes = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(ownBytes));
  return bytes.reduce<number>((sum, child = 0) => sum + child, own);
}

async function ownBytes(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
