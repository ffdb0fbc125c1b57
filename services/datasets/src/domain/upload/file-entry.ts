import type { File } from '@assay/proto/files/v1/file';
import type { FileEntry } from '../content/segment.ts';

/** Builds the entry of a file of raw. */
export function toEntry({ id, name, mimeType: type, sizeBytes, sha256, createdAt }: File): FileEntry {
  if (createdAt === undefined) throw new Error('a file has no time of creation');
  return { fileId: id, rawFileId: id, name, type, sizeBytes, sha256, createdAt };
}
