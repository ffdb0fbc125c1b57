import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@assay/chassis/clock';

/** Local files that exist only while somebody works on them. */
export interface ScratchFiles {
  /** Gives the task a path in a folder of its own, which is removed when the task has ended. */
  with<T>(task: (path: string) => Promise<T>): Promise<T>;
  /** Removes folders that killed processes left behind. */
  sweep(): Promise<void>;
}

/** Longer than any work on a file takes. */
const abandonedAfterMs = 600_000;

export function createScratchFiles(root: string, clock: Clock): ScratchFiles {
  return {
    async with(task) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(root, 'file-'));
      try {
        return await task(join(folder, 'content'));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async sweep() {
      const changedBefore = clock.now().getTime() - abandonedAfterMs;
      for (const name of await readdir(root).catch(() => [])) {
        const folder = join(root, name);
        const changedAt = await stat(folder).catch(() => undefined);
        if (changedAt !== undefined && changedAt.mtimeMs < changedBefore) {
          await rm(folder, { recursive: true, force: true });
        }
      }
    },
  };
}
