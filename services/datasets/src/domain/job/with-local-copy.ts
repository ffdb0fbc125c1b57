import { mkdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../cleaning/treatment.ts';
import type { Deps } from '../../deps.ts';

interface StoredFile extends Omit<SourceFile, 'path' | 'outputFolder'> {
  /** The id of the file, which names its copy. */
  readonly fileId: string;
  readonly storageKey: string;
}

/**
 * Downloads a file into a temporary folder, and removes the copy and the output when `use` ends. Several files may share the folder, whose
 * creation and removal take as much time as those of three files.
 */
export async function withLocalCopy<T>(
  { storage, folder }: Pick<Deps, 'storage'> & { readonly folder: string },
  { fileId, storageKey, ...file }: StoredFile,
  use: (source: SourceFile) => Promise<T>,
): Promise<T> {
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
}
