import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { findProject } from '../project/get-project.ts';
import type { File, FileFilter } from './file.ts';

/** Lists the files of a project, of all projects, or the raw files of a dataset, newest first. NOT_FOUND for an unknown project. */
export async function listFiles(
  deps: Pick<Deps, 'projects' | 'files'>,
  call: CallContext,
  { filter, page }: { readonly filter: FileFilter; readonly page: Page },
): Promise<PageOf<File>> {
  const { projectId, datasetId, folderId } = filter;
  if (projectId !== undefined && datasetId !== undefined) {
    throw invalidField('datasetId', 'datasetId cannot be combined with projectId');
  }
  if (projectId !== undefined) await findProject(deps, call, projectId);
  else if (folderId !== undefined) throw invalidField('folderId', 'folderId requires projectId');
  const mimeTypePrefix = filter.mimeTypePrefix.toLowerCase();
  return deps.files.list(call.organizationId, { ...filter, mimeTypePrefix }, page);
}
