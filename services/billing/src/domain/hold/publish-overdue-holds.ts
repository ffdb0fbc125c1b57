import type { Deps } from '../../deps.ts';

const batchSize = 100;
const longestPauseMs = 1_800_000;

type OverdueHoldsDeps = Pick<Deps, 'accounts' | 'holds' | 'clock'>;

/**
 * Publishes `HoldOverdue` for holds of runs and jobs that have been open for long, because the event that ends a hold may have been
 * lost. The older a hold is, the longer it takes until it is published again. Any number of processes may do it at once; resolves to
 * the number of published events, of the first 100 holds.
 */
export async function publishOverdueHolds(
  { accounts, holds, clock }: OverdueHoldsDeps,
  overdueAfterMs: number,
): Promise<number> {
  const now = clock.now();
  let published = 0;
  for (const hold of await holds.listOverdue(before(now, overdueAfterMs), now, batchSize)) {
    const { organizationId, runId, jobId, holdId, createdAt } = hold;
    const pauseMs = Math.max(overdueAfterMs, Math.min(longestPauseMs, now.getTime() - createdAt.getTime()));
    if (!(await holds.defer(hold, before(now, -pauseMs)))) continue;
    await accounts.tell(organizationId, { kind: 'hold-overdue', runId, jobId, holdId, at: now });
    published += 1;
  }
  return published;
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}
