import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { cancelJob } from '../job/delete-version.ts';
import { getRun } from './read-run.ts';
import type { RunName } from './read-run.ts';
import { canceledError } from '../job/record-run.ts';
import { isOpen, openStatuses } from './run.ts';
import type { ReadRun, Run } from './run.ts';

type CancelDeps = Pick<
  Deps,
  'datasets' | 'versions' | 'segments' | 'units' | 'runs' | 'releases' | 'issues' | 'clock'
>;

/**
 * Cancels a run that has not ended. Files that a run on files has made already stay; the version of a job is removed. NOT_FOUND as in
 * getRun; FAILED_PRECONDITION with reason RUN_ENDED.
 */
export async function cancelRun(deps: CancelDeps, call: CallContext, name: RunName): Promise<ReadRun> {
  const run = await getRun(deps, call, name);
  if (!isOpen(run) || !(await cancel(deps, call, run))) throw runEnded(await getRun(deps, call, name));
  return getRun(deps, call, name);
}

/** Returns false if the run has ended. */
async function cancel(deps: CancelDeps, call: CallContext, run: Run): Promise<boolean> {
  const { organizationId, versionId } = run;
  if (versionId === undefined) {
    const canceled = { status: 'failed', counts: undefined, error: canceledError } as const;
    return deps.runs.end(run, canceled, deps.clock.now());
  }
  const version = await deps.versions.findAnywhere(organizationId, versionId);
  return version !== undefined && (await cancelJob(deps, call, version));
}

function runEnded({ status: state }: Run): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'RUN_ENDED', 'The run has ended.', {
    details: { state, allowed: openStatuses },
  });
}
