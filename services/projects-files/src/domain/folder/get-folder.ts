import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { findProject } from '../project/get-project.ts';
import type { Folder, FolderFilter } from './folder.ts';

/** A folder of the caller's organization, and of the project when one is named. NOT_FOUND otherwise. */
export async function getFolder(
  { folders }: Pick<Deps, 'folders'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { folderId, projectId }: { readonly folderId: string; readonly projectId?: string },
): Promise<Folder> {
  const folder = await folders.findEntry(organizationId, folderId);
  const isThere = folder?.state === 'present' && (projectId === undefined || folder.projectId === projectId);
  if (!isThere) throw notFound('folder');
  return folder;
}

/** The folders of a project, newest first. NOT_FOUND for an unknown project or parent. */
export async function listFolders(
  deps: Pick<Deps, 'projects' | 'folders'>,
  call: CallContext,
  { filter, page }: { readonly filter: FolderFilter; readonly page: Page },
): Promise<PageOf<Folder>> {
  const { projectId, parentId } = filter;
  await findProject(deps, call, projectId);
  if (typeof parentId === 'string') await getFolder(deps, call, { folderId: parentId, projectId });
  return deps.folders.list(call.organizationId, filter, page);
}
