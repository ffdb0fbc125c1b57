/** What a provider says about one top-up. */
export type PaymentEvent = PaymentOutcome & {
  /** The provider's own id of the event. */
  readonly id: string;
  readonly topUpId: string;
  /** Of the whole payment, in minor units. */
  readonly amountCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

type PaymentOutcome =
  | { readonly kind: 'paid'; readonly paymentId: string; readonly customerId: string }
  /** The customer gave up, or the time was over. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'failed'; readonly error: string }
  /** `refundedCents` is what was paid back so far, in all. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly refundedCents: number };
