import { buildDerivedKey, buildRawPrefix } from '@assay/proto/dataset-objects';
import type { DatasetPlace } from '@assay/proto/dataset-objects';
import type { FileEntry } from './segment.ts';

/** Returns the key of the object of a file: of raw files by their id, of derived files by their content. */
export function buildObjectKey(
  place: DatasetPlace,
  { fileId, rawFileId, sha256 }: Pick<FileEntry, 'fileId' | 'rawFileId' | 'sha256'>,
): string {
  return fileId === rawFileId ? `${buildRawPrefix(place)}${fileId}` : buildDerivedKey(place, sha256);
}
