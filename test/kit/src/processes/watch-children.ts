import { readFile } from 'node:fs/promises';
import { residentBytes } from '@assay/media/isolate/resident-memory';

/** The observed memory and number of the children of a process. */
export interface ChildrenWatch {
  /** The maximum resident memory of one child with its descendants. */
  peakBytes(): number;
  /** The number of observed children. */
  count(): number;
  stop(): void;
}

const intervalMs = 50;

/** Samples the children of a process twenty times per second. Finds none without /proc. */
export function watchChildren(pid: number): ChildrenWatch {
  const seen = new Set<number>();
  let peak = 0;
  const look = async (): Promise<void> => {
    const list = await readFile(`/proc/${pid.toString()}/task/${pid.toString()}/children`, 'latin1');
    for (const child of list.split(' ').filter(Boolean).map(Number)) {
      seen.add(child);
      peak = Math.max(peak, residentBytes(child) ?? 0);
    }
  };
  // A process that ends during the sample is ignored.
  const timer = setInterval(() => void look().catch(() => undefined), intervalMs);
  return {
    peakBytes: () => peak,
    count: () => seen.size,
    stop() {
      clearInterval(timer);
    },
  };
}
