import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';

const abandonedAfterMs = 60_000;
const batchSize = 100;

/**
 * Ends starts whose process died between inserting the run and accepting it: such a run can
 * be accepted no more, then its hold is released (billing refuses one that should still arrive), then it is removed.
 */
export async function releaseAbandonedStarts({
  runs,
  billing,
  clock,
  logger,
}: Pick<Deps, 'runs' | 'billing' | 'clock' | 'logger'>): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  for (const { id: runId, organizationId } of await runs.listUnpaidBefore(before, batchSize)) {
    const actor = { kind: 'service', service: 'verification' } as const;
    const call: OutgoingCall = { actor, organizationId, requestId: newId() };
    // A start that was resumed since it was listed goes on.
    if (!(await runs.abandon(organizationId, runId, before))) continue;
    await billing.releaseHold(call, { runId, holdId: '' });
    await runs.removeUnpaid(organizationId, runId);
    logger.info({ runId, organizationId }, 'released a start that was never finished');
  }
}
