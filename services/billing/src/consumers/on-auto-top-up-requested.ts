import { consumes } from '@assay/chassis/events/consumer';
import { AutoTopUpRequested } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { abandonAutoTopUp, chargeAutoTopUp } from '../domain/auto-top-up/charge-auto-top-up.ts';

/** A payment that could not even be tried counts as failed; should the provider have taken it, its report credits it. */
export const onAutoTopUpRequested = consumes<Deps, AutoTopUpRequested>({
  message: AutoTopUpRequested,
  requires: ['organizationId', 'topUpId'],
  async handle(deps, { value }, { logger }) {
    const { organizationId, topUpId } = value;
    await chargeAutoTopUp(deps, value);
    logger.info({ organizationId, topUpId }, 'an automatic top-up was charged or declined');
  },
  async onDeadLetter(deps, { value }) {
    await abandonAutoTopUp(deps, value, 'the payment provider could not be reached');
  },
});
