import { newId } from '@assay/chassis/ids';
import { createServiceCall } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';

const abandonedAfterMs = 60_000;
const batchSize = 100;

type SweepDeps = Pick<Deps, 'runs' | 'billing' | 'clock' | 'logger'>;
type UnfinishedStart = Awaited<ReturnType<Deps['runs']['listUnpaidBefore']>>[number];

/**
 * Ends starts whose process died between inserting the run and accepting it: such a run can
 * be accepted no more, then its hold is released (billing refuses one that should still arrive), then it is removed. One that
 * was started together with others is accepted where the one that decides was.
 */
export async function releaseAbandonedStarts(deps: SweepDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  for (const start of await deps.runs.listUnpaidBefore(before, batchSize)) {
    const { id: runId, organizationId, leadRunId } = start;
    if (leadRunId !== runId && !(await isLeadAbandoned(deps, start, before))) continue;
    // A start that was resumed since it was listed goes on.
    if (!(await deps.runs.abandon(organizationId, runId, before))) continue;
    const call = createServiceCall('verification', organizationId);
    await deps.billing.releaseHold(call, { runId, holdId: '' });
    await deps.runs.removeUnpaid(organizationId, runId);
    deps.logger.info({ runId, organizationId }, 'released a start that was never finished');
  }
}

/** Decides about the run that decides about this one, unless it may still be accepted; where it was, so is this one. */
async function isLeadAbandoned(
  { runs, clock, logger }: SweepDeps,
  { id, organizationId, leadRunId }: UnfinishedStart,
  before: Date,
): Promise<boolean> {
  if (await runs.abandon(organizationId, leadRunId, before)) return true;
  if (await runs.isUnaccepted(organizationId, leadRunId)) return false;
  if ((await runs.findForHold(organizationId, leadRunId)) === undefined) return true;
  const run = await runs.resumeUnpaid(organizationId, id, clock.now());
  if (run !== undefined && (await runs.accept(run, { requestId: newId() }))) {
    logger.info({ runId: id, organizationId }, 'accepted a run whose start had been decided');
  }
  return false;
}
