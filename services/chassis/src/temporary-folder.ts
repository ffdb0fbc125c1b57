import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';

/** Folders that exist only while a task uses them. */
export interface TemporaryFolders {
  /** Runs the task with the path of a new folder, and removes the folder afterwards, also when the task fails. */
  with<T>(task: (folder: string) => Promise<T>): Promise<T>;
  /** Returns the size of a file that is being written. Undefined if it does not exist. */
  readSize(filePath: string): Promise<number | undefined>;
  /** Removes folders that killed processes left behind. */
  sweep(): Promise<void>;
}

export interface TemporaryFolderOptions {
  readonly clock?: Clock | undefined;
  /** The age from which a folder counts as abandoned, longer than any task runs. Default: ten minutes. */
  readonly abandonedAfterMs?: number | undefined;
}

const tenMinutesMs = 600_000;

/** Creates temporary folders in `root`, which must contain nothing else. `root` is created on first use, accessible only to its owner. Several processes may share it. */
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
    readSize: (filePath) =>
      stat(filePath).then(
        ({ size }) => size,
        () => undefined,
      ),
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
