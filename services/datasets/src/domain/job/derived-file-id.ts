import { newIdFor } from '@assay/chassis/ids';

/**
 * Returns the id of the file that the job of a version derives from a file. It follows from both, so that a repeated unit names the same
 * file, and the files of a job that failed can be found.
 */
export function buildDerivedFileId(versionId: string, fileId: string): string {
  return newIdFor({ operation: `derived ${versionId} ${fileId}` });
}
