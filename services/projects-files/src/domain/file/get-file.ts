import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { File } from './file.ts';

/** A file of the caller's organization, and of the project when one is named. NOT_FOUND otherwise. */
export async function getFile(
  { files }: Pick<Deps, 'files'>,
  { organizationId }: CallContext,
  { fileId, projectId = '' }: { readonly fileId: string; readonly projectId?: string },
): Promise<File> {
  const file = await files.find(organizationId, fileId);
  if (file === undefined || (projectId !== '' && file.projectId !== projectId)) throw notFound('file');
  return file;
}

/** Files of one project, in the order asked for. NOT_FOUND when any is missing. */
export async function batchGetFiles(
  { files }: Pick<Deps, 'files'>,
  { organizationId }: CallContext,
  { projectId, fileIds }: { readonly projectId: string; readonly fileIds: readonly string[] },
): Promise<readonly File[]> {
  const found = await files.findMany(organizationId, projectId, fileIds);
  const byId = new Map(found.map((file) => [file.id, file]));
  return fileIds.map((fileId) => {
    const file = byId.get(fileId);
    if (file === undefined) throw notFound('file');
    return file;
  });
}
