import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';

/** Folders that exist only while somebody works in them. */
export interface TemporaryFolders {
  /** Gives the task the path of a folder of its own, which is removed when the task has ended, however it ended. */
  with<T>(task: (folder: string) => Promise<T>): Promise<T>;
  /** Removes folders that killed processes left behind. */
  sweep(): Promise<void>;
}

export interface TemporaryFolderOptions {
  readonly clock?: Clock | undefined;
  /** How old a folder is that nobody works in any more: longer than any work takes. Default ten minutes. */
  readonly abandonedAfterMs?: number | undefined;
}

const tenMinutesMs = 600_000;

/** `root` is made when it is first needed, for its owner alone, and holds nothing else; processes may share it. */
export function createTemporaryFolders(root: string, options: TemporaryFolderOptions = {}): TemporaryFolders {
  const { clock = systemClock, abandonedAfterMs = tenMinutesMs } = options;
  return {
    async with(task) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(root, 'work-'));
      try {
        return await task(folder);
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
