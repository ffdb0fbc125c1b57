import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { PaymentEvent } from '../payments/payment-event.ts';
import { creditTopUp } from './credit-top-up.ts';
import { failAutoTopUp } from './fail-auto-top-up.ts';
import { payBackTopUp } from './pay-back-top-up.ts';
import type { TopUp } from './top-up.ts';

type Needed = Pick<Deps, 'clock' | 'drainer' | 'logger' | 'moves' | 'payments' | 'paymentEvents' | 'topUps'>;

/**
 * Does what a provider's event says; false when it was done before. The event is remembered last: dying anywhere before
 * lets the provider deliver it again, and every step knows that it was done.
 */
export async function applyPaymentEvent(
  deps: Needed,
  provider: string,
  event: PaymentEvent,
): Promise<boolean> {
  const { id: eventId, kind, topUpId } = event;
  if (await deps.paymentEvents.has(provider, eventId)) return false;
  const topUp = await matchingTopUp(deps, provider, event);
  const { organizationId } = topUp;
  await apply(deps, topUp, event);
  await deps.drainer.drain(organizationId);
  const seenAt = deps.clock.now();
  return deps.paymentEvents.add({ provider, eventId, kind, topUpId, organizationId, seenAt });
}

async function matchingTopUp(
  { logger, topUps }: Needed,
  provider: string,
  event: PaymentEvent,
): Promise<TopUp> {
  const topUp = await topUps.find(event.topUpId);
  if (topUp?.provider !== provider) {
    logger.error({ provider, event }, 'a payment event names a top-up that there is not');
    throw notFound('transaction');
  }
  if (topUp.amountCents !== event.amountCents || topUp.currency !== event.currency) {
    const { amountCents, currency } = topUp;
    logger.error(
      { provider, event, amountCents, currency },
      'a payment event names another amount than its top-up',
    );
    throw new DomainError(
      'FAILED_PRECONDITION',
      'PAYMENT_MISMATCH',
      'the amount is not that of the transaction',
    );
  }
  return topUp;
}

async function apply(deps: Needed, topUp: TopUp, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case 'paid':
      await creditTopUp(deps, topUp, event);
      return;
    case 'refunded':
      await payBackTopUp(deps, topUp, event);
      return;
    case 'expired':
      await failAutoTopUp(deps, topUp, 'the payment was not made in time');
      await deps.topUps.cancel(topUp.id, deps.clock.now());
      return;
    case 'failed':
      await failAutoTopUp(deps, topUp, event.error);
      await deps.topUps.fail(topUp.id, deps.clock.now());
      return;
  }
}
