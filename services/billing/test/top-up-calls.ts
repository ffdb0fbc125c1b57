import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { CreateTopUpRequest } from '@assay/proto/billing/v1/top_ups_service';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { createMockProvider } from '../src/payments/mock-provider.ts';
import type { PaymentEvent } from '../src/domain/payment/payment-provider.ts';
import type { start } from './start.ts';

type Billing = Awaited<ReturnType<typeof start>>;
type EventChange = Readonly<Record<string, unknown>>;

interface Attempt {
  readonly idempotencyKey?: string;
  readonly userId?: string;
  readonly credentialId?: string;
}

/** What customers, and the mock provider, say to a billing. */
export function topUpCalls(billing: Billing, now: () => Date = () => new Date()) {
  const { paymentMockSecret: secret = '', publicUrl = '' } = billing.config;
  const mock = createMockProvider({ secret, publicUrl });
  const asGateway = callByService('gateway');
  const anonymous = { organizationId: '', requestId: newId(), actor: { kind: 'anonymous' } } as const;
  return {
    create: async (
      organizationId: string,
      change: Partial<CreateTopUpRequest> = {},
      { idempotencyKey, userId = newId(), credentialId = newId() }: Attempt = {},
    ) => {
      const { topUp } = await billing.topUps.createTopUp(
        {
          ...callBy({ organizationId, userId, credentialId, role: Role.ADMIN }),
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        },
        {
          amountCents: 5_000,
          successUrl: 'https://shop.example/paid',
          cancelUrl: 'https://shop.example/canceled',
          ...change,
        },
      );
      if (topUp === undefined) throw new Error('no top-up');
      return { ...topUp, topUpId: topUp.id };
    },
    show: (checkoutUrl: string) =>
      billing.topUps.getMockCheckout(asGateway, { checkoutToken: tokenOf(checkoutUrl) }),
    end: (checkoutUrl: string, paid: boolean) =>
      billing.topUps.endMockCheckout(asGateway, { checkoutToken: tokenOf(checkoutUrl), paid }),
    /** Delivers an event about a top-up of 5,000 cents as the mock signs it. */
    deliver(topUpId: string, change: EventChange) {
      const event = { id: newId(), topUpId, amountCents: 5_000, currency: 'EUR', ...change };
      // Tests may deliver what no provider would.
      const { body, signature } = mock.report(event as unknown as PaymentEvent, now());
      return billing.topUps.receivePaymentEvent(anonymous, {
        provider: 'mock',
        body: Buffer.from(body),
        signature,
      });
    },
    deliverRaw: (provider: string, body: string, signature: string) =>
      billing.topUps.receivePaymentEvent(anonymous, { provider, body: Buffer.from(body), signature }),
    transaction: async (organizationId: string, transactionId: string) => {
      const call = callBy({ organizationId, role: Role.VIEWER });
      return (await billing.payments.getTransaction(call, { transactionId })).transaction;
    },
    balance: async (organizationId: string) => {
      const call = callBy({ organizationId, role: Role.VIEWER });
      return (await billing.asGateway.getBalance(call, {})).account?.availableCents;
    },
  };
}

export const paid = { kind: 'paid', paymentId: 'payment', customerId: 'customer' } as const;

export function tokenOf(checkoutUrl: string): string {
  return checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
}
