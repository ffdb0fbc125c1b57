import type { Stripe } from 'stripe';
import type { PaymentEvent } from '../domain/payment/payment-provider.ts';

/**
 * What a Stripe event says about a top-up of ours; undefined for anything else. A failed attempt on a checkout page is
 * none: the customer may try another card there.
 */
export function readStripeEvent(event: Stripe.Event): PaymentEvent | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return sessionEvent(event.id, event.type, event.data.object);
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return intentEvent(event.id, event.type, event.data.object);
    case 'charge.refunded':
      return refundEvent(event.id, event.data.object);
    default:
      return undefined;
  }
}

function sessionEvent(id: string, type: string, session: Stripe.Checkout.Session): PaymentEvent | undefined {
  const amount = { amountCents: session.amount_total ?? 0, currency: session.currency ?? '' };
  const shared = sharedFields(id, session.metadata, amount);
  if (shared === undefined) return undefined;
  if (type === 'checkout.session.expired') return { ...shared, kind: 'expired' };
  if (type === 'checkout.session.async_payment_failed') {
    return { ...shared, kind: 'failed', error: 'the bank refused the payment' };
  }
  // A slow payment method completes the session first; the money is reported later.
  if (session.payment_status !== 'paid') return undefined;
  return {
    ...shared,
    kind: 'paid',
    paymentId: idOf(session.payment_intent),
    customerId: idOf(session.customer),
  };
}

function intentEvent(id: string, type: string, intent: Stripe.PaymentIntent): PaymentEvent | undefined {
  const isPaid = type === 'payment_intent.succeeded';
  const amountCents = isPaid ? intent.amount_received : intent.amount;
  const shared = sharedFields(id, intent.metadata, { amountCents, currency: intent.currency });
  if (shared === undefined) return undefined;
  if (isPaid) return { ...shared, kind: 'paid', paymentId: intent.id, customerId: idOf(intent.customer) };
  if (intent.metadata['automatic'] !== 'true') return undefined;
  return { ...shared, kind: 'failed', error: intent.last_payment_error?.message ?? 'the payment failed' };
}

/** Stripe copies the metadata of a payment to its charge. */
function refundEvent(id: string, charge: Stripe.Charge): PaymentEvent | undefined {
  const shared = sharedFields(id, charge.metadata, {
    amountCents: charge.amount,
    currency: charge.currency,
  });
  if (shared === undefined) return undefined;
  const paymentId = idOf(charge.payment_intent);
  return { ...shared, kind: 'refunded', paymentId, refundedCents: charge.amount_refunded };
}

function sharedFields(
  id: string,
  metadata: Stripe.Metadata | null,
  { amountCents, currency }: { readonly amountCents: number; readonly currency: string },
) {
  const topUpId = metadata?.['topUpId'];
  return topUpId === undefined ? undefined : { id, topUpId, amountCents, currency: currency.toUpperCase() };
}

function idOf(reference: string | { readonly id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}
