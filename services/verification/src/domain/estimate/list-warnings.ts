import { isEverSearched } from '@assay/checks/search/change-kinds';
import { describeNeeded, findObstacle } from '../fusion/search/needed-file.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { SubjectFile } from '../subject-file/subject-file.ts';
import { upperFirst } from '@assay/checks/words/first-letter';

/** Something to know before a run is paid for. */
export interface EstimateWarning {
  readonly code: 'NOT_EXAMINABLE';
  readonly fileId: string;
  /** For people. */
  readonly reason: string;
}

/**
 * Lists the files whose type, length or size already say that no kind of change can be looked for in them. Content Credentials,
 * signatures and metadata of these files are read all the same, and may decide.
 */
export function listWarnings(
  { changes }: Pick<Pipeline, 'changes'>,
  files: readonly SubjectFile[],
): readonly EstimateWarning[] {
  // The signs of the other kinds are read in files of any size.
  if (!changes.some(isEverSearched)) return [];
  return files.flatMap((file) => {
    const obstacle = findObstacle(file);
    return obstacle === null ? [] : [toWarning(file, obstacle)];
  });
}

function toWarning({ id, mimeType }: SubjectFile, obstacle: string): EstimateWarning {
  const reason = `${upperFirst(obstacle)}; the checks need ${describeNeeded(mimeType)}.`;
  return { code: 'NOT_EXAMINABLE', fileId: id, reason };
}
