import type { Deps } from '../../deps.ts';
import { failAutoTopUp } from './fail-auto-top-up.ts';

const batchSize = 100;

/**
 * Cancels payments that were not made in time: of one organization, before its transactions are shown, or of any. Money
 * that is reported after all is credited nevertheless.
 */
export async function cancelExpiredTopUps(
  deps: Pick<Deps, 'clock' | 'postings' | 'transactions'>,
  organizationId?: string,
): Promise<void> {
  const expired = await deps.transactions.topUps.listExpired(organizationId, deps.clock.now(), batchSize);
  for (const topUp of expired) {
    const { id, checkout } = topUp;
    if (checkout.isAutomatic) await failAutoTopUp(deps, topUp, 'the payment provider reported nothing');
    await deps.transactions.topUps.cancel(id, checkout.expiresAt);
  }
  if (expired.length === batchSize) await cancelExpiredTopUps(deps, organizationId);
}
