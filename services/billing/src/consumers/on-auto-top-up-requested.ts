import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { AutoTopUpRequested } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { abandonAutoTopUp, chargeAutoTopUp } from '../domain/auto-top-up/charge-auto-top-up.ts';

/** A payment that could not even be tried counts as failed; should the provider have taken it, its report credits it. */
export const onAutoTopUpRequested = consumes<Deps, AutoTopUpRequested>({
  message: AutoTopUpRequested,
  async handle(deps, { value }, { logger }) {
    const { organizationId, topUpId } = value;
    if (organizationId === '' || topUpId === '')
      throw new PoisonError('it names no organization or no top-up');
    await chargeAutoTopUp(deps, value);
    logger.info({ organizationId, topUpId }, 'an automatic top-up was charged or declined');
  },
  async onDeadLetter(deps, { value }) {
    if (value.organizationId === '' || value.topUpId === '') return;
    await abandonAutoTopUp(deps, value, 'the payment provider could not be reached');
  },
});
