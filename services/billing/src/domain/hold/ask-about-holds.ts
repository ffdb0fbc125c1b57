import type { Deps } from '../../deps.ts';

const batchSize = 100;
const longestPauseMs = 1_800_000;

type AskAboutHoldsDeps = Pick<Deps, 'accounts' | 'holds' | 'clock'>;

/**
 * Asks what became of the runs and jobs of holds that have been open for long: the message that ends a hold may have been lost. The
 * older a hold is, the longer it takes until it is asked about again. Any number of processes may do it at once; resolves
 * to how many were asked about, of the first hundred.
 */
export async function askAboutHolds(
  { accounts, holds, clock }: AskAboutHoldsDeps,
  overdueAfterMs: number,
): Promise<number> {
  const now = clock.now();
  let asked = 0;
  for (const hold of await holds.listOverdue(before(now, overdueAfterMs), now, batchSize)) {
    const { organizationId, runId, jobId, holdId, createdAt } = hold;
    const pauseMs = Math.max(overdueAfterMs, Math.min(longestPauseMs, now.getTime() - createdAt.getTime()));
    if (!(await holds.defer(hold, before(now, -pauseMs)))) continue;
    await accounts.tell(organizationId, { kind: 'hold-overdue', runId, jobId, holdId, at: now });
    asked += 1;
  }
  return asked;
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}
