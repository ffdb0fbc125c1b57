import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Run } from './run.ts';

export interface RunRef {
  readonly runId: string;
  /** When not empty, the run must be in this project. */
  readonly projectId: string;
}

/** The run, if it is the caller's organization's and, where one is named, the project's. NOT_FOUND otherwise. */
export async function getRun(
  { runs }: Pick<Deps, 'runs'>,
  call: CallContext,
  { runId, projectId }: RunRef,
): Promise<Run> {
  const run = await runs.find(call.organizationId, runId);
  if (run === undefined || (projectId !== '' && run.projectId !== projectId)) throw notFound('run');
  return run;
}
