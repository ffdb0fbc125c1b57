import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { File } from '../domain/file/file.ts';

/** A file of the caller's organization. NOT_FOUND otherwise. */
export async function findFile(
  { files }: Pick<Deps, 'files'>,
  { organizationId }: CallContext,
  fileId: string,
): Promise<File> {
  const file = await files.find(organizationId, fileId);
  if (file === undefined) throw notFound('file');
  return file;
}
