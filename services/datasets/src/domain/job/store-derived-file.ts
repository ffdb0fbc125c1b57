import { mebibytes } from '@assay/chassis/units';
import type { File } from '@assay/proto/files/v1/file';
import type { OutputFile } from '../../cleaning/treatment.ts';
import type { Deps } from '../../deps.ts';

type AddDerived = Parameters<Deps['datasetFiles']['addDerived']>[1];

interface DerivedFile extends Omit<AddDerived, 'files'> {
  readonly organizationId: string;
  /** Follows from the job and the source, so that a repetition names the same file. */
  readonly fileId: string;
  readonly sourceFileId: string;
}

/**
 * Creates the record of a derived file and writes its object. The record comes first, so that every object has a record, and it names the
 * key of the object. Both may be repeated.
 */
export async function storeDerivedFile(
  { datasetFiles, storage }: Pick<Deps, 'datasetFiles' | 'storage'>,
  { organizationId, fileId, sourceFileId, ...request }: DerivedFile,
  { path, name, type, sizeBytes, sha256 }: OutputFile,
): Promise<File> {
  const file = { fileId, sourceFileId, name, mimeType: type, sizeBytes, sha256 };
  const [record] = await datasetFiles.addDerived(organizationId, { ...request, files: [file] });
  if (record === undefined) throw new Error('projects-files answered without the derived file');
  const partSizeBytes = mebibytes(8);
  await storage.uploadFile(record.storageKey, path, { contentType: type, partSizeBytes });
  return record;
}
