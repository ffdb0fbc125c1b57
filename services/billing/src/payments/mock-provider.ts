import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidField, unauthenticated } from '@assay/chassis/errors';
import { readMockEvent } from './mock-event.ts';
import type {
  ChargeRequest,
  PaymentEvent,
  PaymentProvider,
  SignedReport,
} from '../domain/payment/payment-provider.ts';
import { isSigned, sign } from './signature.ts';

export interface MockSettings {
  readonly secret: string;
  /** Where the gateway shows its checkout page. */
  readonly publicUrl: string;
}

/** What the page of the mock needs. */
export interface MockCheckouts {
  /** The top-up a checkout address names; undefined when nobody handed that address out. */
  topUpIdOf(checkoutToken: string): string | undefined;
  /** The event as the mock would deliver it. */
  report(event: PaymentEvent, now: Date): SignedReport;
}

/** Charges without a customer present are declined when their amount ends in so many cents. */
const declinedCents = 13;
const name = 'mock';

/** Plays a payment provider: its checkout is a page with two buttons, and no money moves. It remembers nothing. */
export function createMockProvider({ secret, publicUrl }: MockSettings): PaymentProvider & MockCheckouts {
  const report = (event: PaymentEvent, now: Date): SignedReport => {
    const body = Buffer.from(JSON.stringify(event));
    return { body, signature: sign(body, secret, now) };
  };
  return {
    name,
    openCheckout: ({ topUpId, expiresAt }) =>
      Promise.resolve({
        url: `${publicUrl}/v2/payments/mock/checkout/${tokenOf(topUpId, secret)}`,
        providerTransactionId: `mock_checkout_${topUpId}`,
        expiresAt,
      }),
    charge(request) {
      if (request.amountCents % 100 === declinedCents) {
        return Promise.resolve({ kind: 'declined', error: 'the mock declines this amount' });
      }
      return Promise.resolve({ kind: 'accepted', reported: report(paidEvent(request), request.now) });
    },
    readEvent(given, now) {
      if (!isSigned(given, secret, now)) throw unauthenticated();
      const event = readMockEvent(Buffer.from(given.body).toString());
      if (event === undefined) throw invalidField('body', 'the body is not a payment event');
      return event;
    },
    topUpIdOf(checkoutToken) {
      const topUpId = checkoutToken.split('.')[0] ?? '';
      return isSame(checkoutToken, tokenOf(topUpId, secret)) ? topUpId : undefined;
    },
    report,
  };
}

function paidEvent({ topUpId, amountCents, source }: ChargeRequest): PaymentEvent {
  return {
    id: `mock_event_${topUpId}_paid`,
    kind: 'paid',
    topUpId,
    amountCents,
    currency: 'EUR',
    paymentId: `mock_payment_${topUpId}`,
    customerId: source.customerId,
  };
}

function tokenOf(topUpId: string, secret: string): string {
  return `${topUpId}.${createHmac('sha256', secret).update(`checkout ${topUpId}`).digest('base64url')}`;
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
