import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createMockProvider } from './mock-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

/** The payment provider the configuration names. */
export function openPayments(config: Config): Pick<Deps, 'payments' | 'mockCheckouts'> {
  const { paymentProvider, paymentMockSecret: secret = '', publicUrl = '' } = config;
  switch (paymentProvider) {
    case 'mock': {
      const mock = createMockProvider({ secret, publicUrl });
      return { payments: mock, mockCheckouts: mock };
    }
    case 'stripe': {
      const { stripeSecretKey = '', stripeWebhookSecret = '', stripeApiBase: apiBase } = config;
      const stripe = { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, apiBase };
      return { payments: createStripeProvider(stripe), mockCheckouts: undefined };
    }
    case 'none':
      return { payments: undefined, mockCheckouts: undefined };
  }
}
