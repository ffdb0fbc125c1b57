import { DomainError } from '@assay/chassis/errors';
import type { File, ProjectFile } from './file.ts';

/** Returns true for a file of a project, and false for a file of a dataset. */
export function isProjectFile(file: File): file is ProjectFile {
  return file.projectId !== undefined;
}

/** Returns the file if it belongs to a project. FAILED_PRECONDITION with reason DATASET_FILE for a file of a dataset. */
export function requireProjectFile(file: File): ProjectFile {
  if (isProjectFile(file)) return file;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'DATASET_FILE',
    'The file belongs to a dataset. Remove it through its dataset, or use a copy in a project.',
    { details: { datasetId: file.datasetId } },
  );
}
