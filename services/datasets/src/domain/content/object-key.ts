import type { FileEntry } from './segment.ts';

/** The place of a dataset in the object storage. */
export interface DatasetPlace {
  readonly organizationId: string;
  readonly internalId: string;
}

/** Returns the key of the object of a file: of raw files by their id, of derived files by their content. */
export function buildObjectKey(
  { organizationId, internalId }: DatasetPlace,
  { fileId, rawFileId, sha256 }: Pick<FileEntry, 'fileId' | 'rawFileId' | 'sha256'>,
): string {
  const folder = `datasets/${organizationId}/${internalId}`;
  return fileId === rawFileId ? `${folder}/raw/${fileId}` : `${folder}/derived/${sha256}`;
}
