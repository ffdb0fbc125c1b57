import { consumes } from '@assay/chassis/events/consumer';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { notifyAdmins } from './notify-admins.ts';

export const onBalanceLow = consumes<Deps, BalanceLow>({
  message: BalanceLow,
  requires: ['organizationId'],
  async handle(deps, event) {
    const threshold = inEuros(event.value.thresholdCents);
    const available = inEuros(event.value.availableCents);
    await notifyAdmins(deps, event, {
      occasion: 'low-balance',
      subject: `Your Assay balance fell to ${available}`,
      text:
        `The available balance of your organization fell to ${available}, which is at or below the ${threshold} at which ` +
        'you asked to be told.\n\nRuns are refused when the balance does not cover them. Top up to keep them going.',
    });
  },
});

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** Such as €12.50. */
function inEuros(cents: number): string {
  return euros.format(cents / 100);
}
