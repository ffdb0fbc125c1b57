import type { Deps } from '../deps.ts';
import { cancelExpiredTopUps } from '../domain/top-up/cancel-expired-top-ups.ts';

/** Whatever was answered and whatever time has decided shows in the organization's transactions, even if no sweep came. */
export async function bringUpToDate(deps: Deps, organizationId: string): Promise<void> {
  await deps.drainer.drain(organizationId);
  await cancelExpiredTopUps(deps, organizationId);
}
