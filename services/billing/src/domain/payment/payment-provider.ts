import type { PaymentSource } from '../account/account.ts';

/** A company that takes money from customers and says so in signed events. */
export interface PaymentProvider {
  /** As transactions and the address of its events name it. */
  readonly name: string;
  /** Lets a customer pay; the same top-up opens the same checkout. UNAVAILABLE while the provider does not answer. */
  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout>;
  /** Charges what an earlier payment was made with; the same top-up is charged once. UNAVAILABLE as above. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** What a report says; undefined: nothing of interest. UNAUTHENTICATED when its signature does not hold. */
  readEvent(report: SignedReport, now: Date): PaymentEvent | undefined;
}

export interface CheckoutRequest {
  /** The idempotency key. */
  readonly topUpId: string;
  readonly organizationId: string;
  /** Euro cents. */
  readonly amountCents: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Who paid before. Empty: nobody. */
  readonly customerId: string;
  /** When it shall end, unless the provider decides. */
  readonly expiresAt: Date;
}

export interface OpenedCheckout {
  readonly url: string;
  readonly providerTransactionId: string;
  readonly expiresAt: Date;
}

export interface ChargeRequest {
  /** The idempotency key. */
  readonly topUpId: string;
  readonly organizationId: string;
  /** Euro cents. */
  readonly amountCents: number;
  readonly source: PaymentSource;
  readonly now: Date;
}

export type ChargeOutcome =
  /** The provider reports how it ends; `reported` is that report where nobody else would deliver it. */
  | { readonly kind: 'accepted'; readonly reported?: SignedReport }
  /** For people. */
  | { readonly kind: 'declined'; readonly error: string };

/** An event as it arrives: the signature is over exactly these bytes. */
export interface SignedReport {
  readonly body: Uint8Array;
  readonly signature: string;
}

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
  /** `refundedCents` is what was refunded so far, in all. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly refundedCents: number };
