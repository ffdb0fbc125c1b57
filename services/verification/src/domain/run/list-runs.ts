import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import type { Run, RunFilter } from './run.ts';

/** A page of a project's runs, newest first, without stages. NOT_FOUND for an unknown project. */
export async function listRuns(
  { runs, projectFiles }: Pick<Deps, 'runs' | 'projectFiles'>,
  call: CallContext,
  { limit, offset, cursor, ...filter }: RunFilter & Page,
): Promise<PageOf<Run>> {
  await projectFiles.checkProject(call, filter.projectId);
  return runs.list(call.organizationId, filter, { limit, offset, cursor });
}
