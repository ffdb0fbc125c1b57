import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../cleaning/treatment.ts';
import type { Deps } from '../../deps.ts';

interface StoredFile extends Omit<SourceFile, 'path' | 'outputFolder'> {
  readonly storageKey: string;
}

/** Downloads a file into a temporary folder, which is removed when `use` ends. */
export function withLocalCopy<T>(
  { storage, temporaryFolders }: Pick<Deps, 'storage' | 'temporaryFolders'>,
  { storageKey, ...file }: StoredFile,
  use: (source: SourceFile) => Promise<T>,
): Promise<T> {
  return temporaryFolders.with(async (folder) => {
    const [path, outputFolder] = [join(folder, 'source'), join(folder, 'output')];
    await mkdir(outputFolder);
    await storage.download(storageKey, path);
    return use({ ...file, path, outputFolder });
  });
}
