import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';
import { canceledError } from './run.ts';
import type { Run } from './run.ts';

/**
 * Ends a run that is under way, in one write that also tells billing to release its hold; a stage that is being executed can
 * write nothing any more. A canceled run is answered as it is. Errors as CancelRun says.
 */
export async function cancelRun(
  deps: Pick<Deps, 'runs' | 'runControls' | 'clock'>,
  call: CallContext,
  ref: RunRef,
): Promise<Run> {
  return retryOnConflict(async () => {
    const run = await getRun(deps, call, ref);
    if (run.status === 'failed' && run.error === canceledError) return run;
    if (run.status === 'completed' || run.status === 'failed') throw ended(run);
    const at = { now: deps.clock.now(), cause: call };
    return (await deps.runControls.cancel(run, canceledError, at)) && getRun(deps, call, ref);
  });
}

function ended({ status }: Run): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'RUN_ENDED', 'The run has ended.', {
    details: { state: status, allowed: ['pending', 'running', 'awaiting_crowd'] },
  });
}
