import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { readStripeEvent } from './stripe-event.ts';

const metadata = { topUpId: 'top-up', automatic: 'false' };
const session = {
  amount_total: 5_000,
  currency: 'eur',
  metadata,
  payment_status: 'paid',
  payment_intent: 'pi_1',
  customer: 'cus_1',
};
const intent = {
  id: 'pi_1',
  amount: 5_000,
  amount_received: 5_000,
  currency: 'eur',
  customer: 'cus_1',
  metadata,
};
const automatic = { ...intent, metadata: { ...metadata, automatic: 'true' } };
const shared = { id: 'evt_1', topUpId: 'top-up', amountCents: 5_000, currency: 'EUR' };
const paid = { ...shared, kind: 'paid', paymentId: 'pi_1', customerId: 'cus_1' };
// Only the fields that are read.
const read = (type: string, object: unknown) =>
  readStripeEvent({ id: 'evt_1', type, data: { object } } as Stripe.Event);

describe('what Stripe says of a checkout', () => {
  it.each([
    ['checkout.session.completed', session, paid],
    ['checkout.session.async_payment_succeeded', session, paid],
    ['checkout.session.expired', { ...session, payment_status: 'unpaid' }, { ...shared, kind: 'expired' }],
    [
      'checkout.session.async_payment_failed',
      session,
      { ...shared, kind: 'failed', error: 'the bank refused the payment' },
    ],
    ['payment_intent.succeeded', intent, paid],
  ])('is understood: %s', (type, object, expected) => {
    expect(read(type, object)).toEqual(expected);
  });

  it('is not that it was paid while a slow payment method takes its time', () => {
    expect(read('checkout.session.completed', { ...session, payment_status: 'unpaid' })).toBeUndefined();
  });

  it('is not that it failed when one card was declined: the customer may try another', () => {
    expect(read('payment_intent.payment_failed', intent)).toBeUndefined();
  });
});

describe('what Stripe says of a payment nobody was present for', () => {
  it('is that it failed, and why', () => {
    const declined = { ...automatic, last_payment_error: { message: 'Your card was declined.' } };
    expect(read('payment_intent.payment_failed', declined)).toEqual({
      ...shared,
      kind: 'failed',
      error: 'Your card was declined.',
    });
  });

  it('is that it was paid, by the amount that was received', () => {
    expect(read('payment_intent.succeeded', { ...automatic, amount_received: 4_999 })).toMatchObject({
      kind: 'paid',
      amountCents: 4_999,
    });
  });
});

describe('what Stripe says of money that went back', () => {
  it('is the sum so far', () => {
    const charge = { amount: 5_000, amount_refunded: 700, currency: 'eur', payment_intent: 'pi_1', metadata };
    expect(read('charge.refunded', charge)).toEqual({
      ...shared,
      kind: 'refunded',
      paymentId: 'pi_1',
      refundedCents: 700,
    });
  });
});

describe('what Stripe says of others', () => {
  it.each([
    ['a payment that is none of ours', 'payment_intent.succeeded', { ...intent, metadata: {} }],
    ['a checkout that is none of ours', 'checkout.session.completed', { ...session, metadata: null }],
    ['something else', 'customer.created', { id: 'cus_1' }],
  ])('is of no interest: %s', (_what, type, object) => {
    expect(read(type, object)).toBeUndefined();
  });
});
