import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { findProject } from '../project/get-project.ts';
import type { File, FileFilter } from './file.ts';

/** The files of a project, newest first. NOT_FOUND for an unknown project. */
export async function listFiles(
  deps: Pick<Deps, 'projects' | 'files'>,
  call: CallContext,
  { filter, page }: { readonly filter: FileFilter; readonly page: Page },
): Promise<PageOf<File>> {
  await findProject(deps, call, filter.projectId);
  const mimeTypePrefix = filter.mimeTypePrefix.toLowerCase();
  return deps.files.list(call.organizationId, { ...filter, mimeTypePrefix }, page);
}
