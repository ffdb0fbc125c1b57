import { readMemory, resetPeak } from '@assay/test-kit/attacks/process-memory';
import type { Pids } from './process-cpu.ts';

export { readMemory, resetPeak };

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
