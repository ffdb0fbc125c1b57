import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { PaymentEvent } from './payment-provider.ts';
import { statusAt } from '../top-up/top-up.ts';
import type { TopUp } from '../top-up/top-up.ts';
import type { TransactionStatus } from '../transaction/transaction.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';
import type { ReceivePaymentEventDeps } from './receive-payment-event.ts';

type GetMockCheckoutDeps = Pick<Deps, 'clock' | 'mockCheckouts' | 'transactions'>;
type EndMockCheckoutDeps = GetMockCheckoutDeps & ReceivePaymentEventDeps;

export interface MockCheckout {
  readonly amountCents: number;
  readonly status: TransactionStatus;
}

/** What the page behind an address of the mock provider shows. NOT_FOUND for any address it did not hand out. */
export async function getMockCheckout(
  deps: GetMockCheckoutDeps,
  checkoutToken: string,
): Promise<MockCheckout> {
  const topUp = await findTopUp(deps, checkoutToken);
  return { amountCents: topUp.amountCents, status: statusAt(topUp, deps.clock.now()) };
}

/**
 * Pays or gives up, which the mock then reports as any provider does; resolves to where the browser goes. A checkout that
 * has ended stays as it is.
 */
export async function endMockCheckout(
  deps: EndMockCheckoutDeps,
  checkoutToken: string,
  isPaid: boolean,
): Promise<string> {
  const topUp = await findTopUp(deps, checkoutToken);
  const { successUrl, cancelUrl } = topUp.checkout;
  const now = deps.clock.now();
  const status = statusAt(topUp, now);
  if (status !== 'pending') return status === 'succeeded' ? successUrl : cancelUrl;
  const report = deps.mockCheckouts?.report(eventOf(topUp, isPaid), now);
  if (report !== undefined) await receivePaymentEvent(deps, topUp.provider, report);
  return isPaid ? successUrl : cancelUrl;
}

async function findTopUp(
  { mockCheckouts, transactions }: GetMockCheckoutDeps,
  checkoutToken: string,
): Promise<TopUp> {
  const topUpId = mockCheckouts?.topUpIdOf(checkoutToken);
  const topUp = topUpId === undefined ? undefined : await transactions.topUps.find(topUpId);
  if (topUp === undefined) throw notFound('checkout');
  return topUp;
}

function eventOf(
  { id: topUpId, organizationId, amountCents, currency }: TopUp,
  isPaid: boolean,
): PaymentEvent {
  const shared = { topUpId, amountCents, currency };
  if (!isPaid) return { ...shared, id: `mock_event_${topUpId}_expired`, kind: 'expired' };
  const paymentId = `mock_payment_${topUpId}`;
  const customerId = `mock_customer_${organizationId}`;
  return { ...shared, id: `mock_event_${topUpId}_paid`, kind: 'paid', paymentId, customerId };
}
