import { mkdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import type { SourceFile } from '../treatment.ts';

interface StoredFile extends Omit<SourceFile, 'path' | 'outputFolder'> {
  /** The id of the file, which names its copy. */
  readonly fileId: string;
  readonly storageKey: string;
}

/** Copies of stored files, which treatments read. */
export interface LocalCopies {
  /**
   * Downloads a file into a temporary folder, and removes the copy and the output when `use` ends. Several files may share the folder, whose
   * creation and removal take as much time as those of three files.
   */
  with<T>(folder: string, file: StoredFile, use: (source: SourceFile) => Promise<T>): Promise<T>;
}

export function createLocalCopies(storage: Pick<ObjectStorage, 'download'>): LocalCopies {
  return {
    async with(folder, { fileId, storageKey, ...file }, use) {
      const path = join(folder, fileId);
      const outputFolder = `${path}.output`;
      await mkdir(outputFolder);
      try {
        await storage.download(storageKey, path);
        return await use({ ...file, path, outputFolder });
      } finally {
        // A copy that is missing or stays goes with the folder.
        await unlink(path).catch(() => undefined);
        await rmdir(outputFolder).catch(() => rm(outputFolder, { recursive: true, force: true }));
      }
    },
  };
}
