import type { OutgoingCall } from '@assay/chassis/call-context';
import { createServiceCall } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import type { Cause, Run } from '../run.ts';

type AnswerDeps = Pick<Deps, 'runs' | 'runControls' | 'billing'>;

export interface HoldRef {
  readonly organizationId: string;
  readonly runId: string;
  /** Empty: the first hold of the run. */
  readonly holdId: string;
}

/**
 * Says what became of the run of a hold that has been open for long: the end of a run that has ended is told once more, also
 * when it completed and went with its project since, a run under way is confirmed, and a hold without a run is released. A start that never came to its end is left to
 * `releaseAbandonedStarts`; a restart that did not can be accepted no more, and its hold is released.
 */
export async function answerForHold(deps: AnswerDeps, cause: Cause, hold: HoldRef): Promise<void> {
  const { organizationId, runId, holdId } = hold;
  await deps.runControls.abandonRestart({ organizationId, runId, holdId });
  const run = await deps.runs.findForHold(organizationId, runId);
  const call = createServiceCall('verification', organizationId, cause.requestId);
  if (run?.holdId === holdId) await answerForRun(deps, { run, cause, call });
  else if (run !== undefined || !(await deps.runs.isUnaccepted(organizationId, runId))) {
    await deps.billing.releaseHold(call, { runId, holdId });
  }
}

async function answerForRun(
  { runs, billing }: AnswerDeps,
  { run, cause, call }: { readonly run: Run; readonly cause: Cause; readonly call: OutgoingCall },
): Promise<void> {
  const { id: runId, holdId, status } = run;
  if (status === 'completed' || status === 'failed') await runs.tellEnd(run, cause);
  else await billing.confirmHold(call, { runId, holdId });
}
