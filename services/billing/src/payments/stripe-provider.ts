import { Stripe } from 'stripe';
import { DomainError, unauthenticated } from '@assay/chassis/errors';
import type { Dependencies } from '@assay/chassis/process/dependencies';
import type {
  ChargeOutcome,
  ChargeRequest,
  CheckoutRequest,
  PaymentProvider,
} from '../domain/payment/payment-provider.ts';
import { readStripeEvent } from './stripe-event.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Of another server that speaks Stripe's interface; undefined: Stripe's own. */
  readonly apiBase: string | undefined;
}

const currency = 'eur';
const toleranceSeconds = 300;
const product = 'Assay balance';

/** Stripe: Checkout for customers, PaymentIntents off session for automatic top-ups. */
export function createStripeProvider(
  { secretKey, webhookSecret, apiBase }: StripeSettings,
  dependencies: Dependencies,
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    ...(apiBase === undefined ? {} : serverAt(new URL(apiBase))),
    timeout: 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  // Reading the balance moves no money, and is refused to a restricted key, which is an answer too.
  const onAnswer = dependencies.addRemote('payments', () => stripe.balance.retrieve().catch(throwIfAway));
  return {
    name: 'stripe',
    async openCheckout(request) {
      const session = await stripe.checkout.sessions
        .create(sessionOf(request), { idempotencyKey: request.topUpId })
        .catch(rethrow);
      onAnswer();
      if (session.url === null) throw new Error('Stripe opened a checkout without an address');
      return {
        url: session.url,
        providerTransactionId: session.id,
        expiresAt: new Date(session.expires_at * 1_000),
      };
    },
    async charge(request) {
      const outcome = await charge(stripe, request);
      onAnswer();
      return outcome;
    },
    readEvent({ body, signature }, now) {
      try {
        const given = [Buffer.from(body), signature, webhookSecret, toleranceSeconds] as const;
        return readStripeEvent(stripe.webhooks.constructEvent(...given, undefined, now.getTime()));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw unauthenticated(error);
        throw error;
      }
    },
  };
}

function serverAt({ hostname, port, protocol }: URL) {
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  } as const;
}

/** The payment keeps the customer and the method, so that it can be charged again off session. */
function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { topUpId, organizationId, amountCents, customerId } = request;
  const metadata = { topUpId, organizationId, automatic: 'false' };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency, unit_amount: amountCents, product_data: { name: product } },
      },
    ],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    client_reference_id: topUpId,
    metadata,
    payment_intent_data: { setup_future_usage: 'off_session', description: product, metadata },
    ...(customerId === '' ? { customer_creation: 'always' } : { customer: customerId }),
  };
}

async function charge(stripe: Stripe, request: ChargeRequest): Promise<ChargeOutcome> {
  const { topUpId, organizationId, amountCents, source } = request;
  try {
    const last = await stripe.paymentIntents.retrieve(source.paymentId, { expand: ['payment_method'] });
    const method = typeof last.payment_method === 'string' ? last.payment_method : last.payment_method?.id;
    if (method === undefined) return { kind: 'declined', error: 'the last payment left no payment method' };
    const { status } = await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency,
        customer: source.customerId,
        payment_method: method,
        off_session: true,
        confirm: true,
        description: product,
        metadata: { topUpId, organizationId, automatic: 'true' },
      },
      { idempotencyKey: topUpId },
    );
    if (status === 'succeeded' || status === 'processing') return { kind: 'accepted' };
    return { kind: 'declined', error: 'the payment needs the card holder' };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined', error: error.message };
    return rethrow(error);
  }
}

/** Another try may succeed after these; anything else is for people to look at. */
function mayPass(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
  return [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((type) => error instanceof type);
}

function rethrow(error: unknown): never {
  if (!mayPass(error)) throw error;
  throw new DomainError(
    'UNAVAILABLE',
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'The payment provider does not answer. Try again in a few seconds.',
    { cause: error },
  );
}

function throwIfAway(error: unknown): void {
  if (mayPass(error)) throw error;
}
