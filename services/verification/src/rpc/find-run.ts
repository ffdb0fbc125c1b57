import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { Run } from '../domain/run.ts';

/** The run, if it is the caller's organization's and, where one is named, the project's. NOT_FOUND otherwise. */
export async function findRun(
  { runs }: Pick<Deps, 'runs'>,
  call: CallContext,
  { runId, projectId }: { readonly runId: string; readonly projectId: string },
): Promise<Run> {
  const run = await runs.find(call.organizationId, runId);
  if (run === undefined || (projectId !== '' && run.projectId !== projectId)) throw notFound('run');
  return run;
}
