import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { PaymentEvent, SignedReport } from './payment-provider.ts';
import { failAutoTopUp } from '../top-up/fail-auto-top-up.ts';
import { creditTopUp } from '../top-up/credit-top-up.ts';
import { refundTopUp } from '../top-up/refund-top-up.ts';
import type { TopUp } from '../top-up/top-up.ts';

export type ReceivePaymentEventDeps = Pick<
  Deps,
  'clock' | 'drainer' | 'logger' | 'paymentEvents' | 'payments' | 'postings' | 'transactions'
>;

/**
 * Takes what a provider reports; false when it is of no interest or was seen before. UNAUTHENTICATED when its signature
 * does not hold, NOT_FOUND for a provider that is not configured.
 */
export async function receivePaymentEvent(
  deps: ReceivePaymentEventDeps,
  provider: string,
  report: SignedReport,
): Promise<boolean> {
  const { clock, payments } = deps;
  if (payments?.name !== provider) throw notFound('payment provider');
  const event = payments.readEvent(report, clock.now());
  return event === undefined ? false : applyOnce(deps, provider, event);
}

/** The event is remembered last: dying anywhere before lets the provider deliver it again, and nothing is done twice. */
async function applyOnce(
  deps: ReceivePaymentEventDeps,
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
  { logger, transactions }: ReceivePaymentEventDeps,
  provider: string,
  event: PaymentEvent,
): Promise<TopUp> {
  const topUp = await transactions.topUps.find(event.topUpId);
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
      'The amount or currency differs from the transaction.',
    );
  }
  return topUp;
}

async function apply(deps: ReceivePaymentEventDeps, topUp: TopUp, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case 'paid':
      await creditTopUp(deps, topUp, event);
      return;
    case 'refunded':
      await refundTopUp(deps, topUp, event);
      return;
    case 'expired':
      await failAutoTopUp(deps, topUp, 'the payment was not made in time');
      await deps.transactions.topUps.cancel(topUp.id, deps.clock.now());
      return;
    case 'failed':
      await failAutoTopUp(deps, topUp, event.error);
      await deps.transactions.topUps.fail(topUp.id, deps.clock.now());
      return;
  }
}
