import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import type { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { inEuros, notifyAdmins } from './notify-admins.ts';

export async function onBalanceLow(
  deps: Pick<Deps, 'contacts'>,
  event: ReceivedEvent<BalanceLow>,
): Promise<void> {
  const [threshold, available] = [inEuros(event.value.thresholdCents), inEuros(event.value.availableCents)];
  await notifyAdmins(deps, event, {
    occasion: 'low-balance',
    subject: `Your Assay balance fell to ${available}`,
    text:
      `The available balance of your organization fell to ${available}, which is at or below the ${threshold} at which ` +
      'you asked to be told.\n\nRuns are refused when the balance does not cover them. Top up to keep them going.',
  });
}
