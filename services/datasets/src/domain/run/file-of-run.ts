import type { SourceFile } from '../../cleaning/treatment.ts';
import type { ProjectFile } from './project-file.ts';
import type { Deps } from '../../deps.ts';
import type { Run, RunItem } from './run.ts';

export type TreatDeps = Pick<
  Deps,
  'projectFiles' | 'datasetFiles' | 'cleaners' | 'localCopies' | 'storage' | 'temporaryFolders'
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
  deps: Pick<Deps, 'localCopies' | 'temporaryFolders'>,
  file: ProjectFile,
  use: (source: SourceFile) => Promise<T>,
): Promise<T> {
  const { id: fileId, name, mimeType: type, sizeBytes, sha256, storageKey } = file;
  const stored = { fileId, storageKey, name, type, sizeBytes, sha256 };
  return deps.temporaryFolders.with((folder) => deps.localCopies.with(folder, stored, use));
}
