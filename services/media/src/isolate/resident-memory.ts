import { sumProcessTree } from './process-tree.ts';

/** Resident memory in bytes of a process and its children, as the kernel counts it (`VmRSS`, which includes native and wasm memory). */
export function residentBytes(pid: number): number | undefined {
  return sumProcessTree(pid, 'status', (status) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  });
}
