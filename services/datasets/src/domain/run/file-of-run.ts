import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../cleaning/treatment.ts';
import type { ProjectFile } from '../../clients/project-files.ts';
import type { Deps } from '../../deps.ts';
import type { Run, RunItem } from './run.ts';

export type TreatDeps = Pick<
  Deps,
  'projectFiles' | 'datasetFiles' | 'cleaners' | 'storage' | 'temporaryFolders'
>;

/** A file of a run. */
export interface FileOfRun {
  readonly run: Run;
  readonly file: ProjectFile;
}

/** The result of one file. */
export type ItemResult = Pick<RunItem, 'resultFileId' | 'result' | 'error'>;

/** Downloads a file into a temporary folder, which is removed when `use` ends. */
export function withFile<T>(
  deps: Pick<Deps, 'storage' | 'temporaryFolders'>,
  file: ProjectFile,
  use: (source: SourceFile) => Promise<T>,
): Promise<T> {
  const { name, mimeType: type, sizeBytes, sha256, storageKey } = file;
  return deps.temporaryFolders.with(async (folder) => {
    const [path, outputFolder] = [join(folder, 'source'), join(folder, 'output')];
    await mkdir(outputFolder);
    await deps.storage.download(storageKey, path);
    return use({ path, outputFolder, name, type, sizeBytes, sha256 });
  });
}
