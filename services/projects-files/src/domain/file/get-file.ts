import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
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

const maxFiles = 50;

/** Files of one project, in the order asked for. NOT_FOUND when any is missing, INVALID_ARGUMENT for none or more than 50. */
export async function batchGetFiles(
  { files }: Pick<Deps, 'files'>,
  { organizationId }: CallContext,
  { projectId, fileIds }: { readonly projectId: string; readonly fileIds: readonly string[] },
): Promise<readonly File[]> {
  if (fileIds.length < 1 || fileIds.length > maxFiles) {
    throw invalidField('fileIds', `fileIds must name 1 to ${maxFiles} files`);
  }
  const found = await files.findMany(organizationId, projectId, fileIds);
  const byId = new Map(found.map((file) => [file.id, file]));
  return fileIds.map((fileId) => {
    const file = byId.get(fileId);
    if (file === undefined) throw notFound('file');
    return file;
  });
}
