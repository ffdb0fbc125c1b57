import { readFile } from 'node:fs/promises';
import { residentBytes } from '@assay/media/isolate/resident-memory';

/** What the children of a process took, as far as it was seen. */
export interface ChildrenWatch {
  /** The most resident memory one of them had, its own children included. */
  peakBytes(): number;
  /** How many of them there were. */
  count(): number;
  stop(): void;
}

const intervalMs = 50;

/** Looks at the children of a process twenty times a second; sees none where there is no /proc. */
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
  // Whoever is gone before it is looked at took no part.
  const timer = setInterval(() => void look().catch(() => undefined), intervalMs);
  return {
    peakBytes: () => peak,
    count: () => seen.size,
    stop() {
      clearInterval(timer);
    },
  };
}
