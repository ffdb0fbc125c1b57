import { overdueAfterMs } from '@assay/chassis/work/redrive';
import type { Deps } from '../../deps.ts';

/** Asks again for automatic top-ups that are under way and were not charged in time; resolves to how many. */
export async function askForAutoTopUps({
  accounts,
  clock,
}: Pick<Deps, 'accounts' | 'clock'>): Promise<number> {
  const now = clock.now();
  const overdue = await accounts.claimOverdueAutoTopUps(now, overdueAfterMs);
  for (const { organizationId, topUpId } of overdue) {
    await accounts.tell(organizationId, { kind: 'auto-top-up-requested', topUpId, at: now });
  }
  return overdue.length;
}
