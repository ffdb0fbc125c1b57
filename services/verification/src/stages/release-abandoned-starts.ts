import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { Logger } from '@assay/chassis/logger';
import type { Runtime } from '@assay/chassis/runtime';
import type { Deps } from '../deps.ts';

const abandonedAfterMs = 60_000;
const batchSize = 100;
const sweepEveryMs = 30_000;

type Needed = Pick<Deps, 'runs' | 'billing' | 'clock'>;

/** Looks for abandoned starts every half minute until the process stops. */
export function sweepAbandonedStarts(deps: Needed, { logger, lifecycle }: Runtime): void {
  const timer = setInterval(() => {
    releaseAbandonedStarts(deps, logger).catch((error: unknown) => {
      logger.warn({ err: error }, 'releasing abandoned starts failed and will be tried again');
    });
  }, sweepEveryMs);
  lifecycle.onStop('sweep of abandoned starts', () => clearInterval(timer));
}

/**
 * Ends starts whose process died between inserting the run and accepting it: such a run can
 * be accepted no more, then its hold is released (billing refuses one that should still arrive), then it is removed.
 */
export async function releaseAbandonedStarts(
  { runs, billing, clock }: Needed,
  logger: Logger,
): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  for (const { id: runId, organizationId } of await runs.listUnpaidBefore(before, batchSize)) {
    const call: OutgoingCall = {
      actor: { kind: 'service', service: 'verification' },
      organizationId,
      requestId: newId(),
    };
    // A start that was taken up again since it was listed goes on.
    if (!(await runs.abandon(organizationId, runId, before))) continue;
    await billing.releaseHold(call, { runId });
    await runs.removeUnpaid(organizationId, runId);
    logger.info({ runId, organizationId }, 'released a start that was never finished');
  }
}
