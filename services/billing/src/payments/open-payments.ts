import type { Runtime } from '@assay/chassis/process/runtime';
import type { Config } from '../config.ts';
import { createMockProvider } from './mock-provider.ts';
import type { MockCheckouts } from './mock-provider.ts';
import type { PaymentProvider } from '../domain/payment/payment-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

export interface Payments {
  /** Undefined: nothing can be paid in. */
  readonly payments: PaymentProvider | undefined;
  /** Undefined unless the mock is the payment provider. */
  readonly mockCheckouts: MockCheckouts | undefined;
}

/** The payment provider the configuration names. */
export function openPayments({ dependencies }: Pick<Runtime, 'dependencies'>, config: Config): Payments {
  const { paymentProvider, paymentMockSecret: secret = '', publicUrl = '' } = config;
  switch (paymentProvider) {
    case 'mock': {
      const mock = createMockProvider({ secret, publicUrl });
      return { payments: mock, mockCheckouts: mock };
    }
    case 'stripe': {
      const { stripeSecretKey = '', stripeWebhookSecret = '', stripeApiBase: apiBase } = config;
      const stripe = { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, apiBase };
      return { payments: createStripeProvider(stripe, dependencies), mockCheckouts: undefined };
    }
    case 'none':
      return { payments: undefined, mockCheckouts: undefined };
  }
}
