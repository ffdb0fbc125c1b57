import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { Cause } from './run.ts';

export interface HoldRef {
  readonly organizationId: string;
  readonly runId: string;
}

/**
 * Says what became of the run of a hold that has been open for long: the end of a run that has ended is told once more, also
 * when it completed and went with its project since, a run under way is confirmed, and a hold without a run is released. A start that never came to its end is left to
 * `releaseAbandonedStarts`.
 */
export async function answerForHold(
  { runs, billing }: Pick<Deps, 'runs' | 'billing'>,
  cause: Cause,
  { organizationId, runId }: HoldRef,
): Promise<void> {
  const actor = { kind: 'service', service: 'verification' } as const;
  const call: OutgoingCall = { actor, organizationId, requestId: cause.requestId };
  const run = await runs.findForHold(organizationId, runId);
  if (run?.status === 'completed' || run?.status === 'failed') await runs.tellEnd(run, cause);
  else if (run !== undefined) await billing.confirmHold(call, runId);
  else if (!(await runs.isUnaccepted(organizationId, runId))) await billing.releaseHold(call, runId);
}
