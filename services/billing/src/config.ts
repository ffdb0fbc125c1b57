import { ConfigError, integer, choice, optional, readConfig, text, url } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { addressSetting, publicUrl } from '@assay/chassis/settings/process';

export const settings = {
  ...baseSettings,
  identityOrgAddress: addressSetting('identity-org'),
  welcomeCreditCents: integer('WELCOME_CREDIT_CENTS', {
    about: 'What the account of a new organization begins with, in cents.',
    min: 0,
    fallback: 0,
  }),
  holdOverdueMs: integer('HOLD_OVERDUE_MS', {
    about: 'How long a hold is open before it is asked what became of its run, in milliseconds.',
    min: 1_000,
    fallback: 600_000,
  }),
  paymentProvider: choice('PAYMENT_PROVIDER', {
    about:
      'Who takes payments: nobody (`none`), pages that play a provider (`mock`, not for production), or `stripe`.',
    values: ['none', 'mock', 'stripe'],
    fallback: 'none',
  }),
  paymentMockSecret: optional(
    text('PAYMENT_MOCK_SECRET', { about: 'What the mock signs its events with.', secret: true }),
    'payments cannot be played by the mock',
  ),
  publicUrl: optional(publicUrl, 'payments cannot be played by the mock'),
  stripeSecretKey: optional(
    text('STRIPE_SECRET_KEY', { about: 'The key with which Stripe is called.', secret: true }),
    'payments cannot be made with Stripe',
  ),
  stripeWebhookSecret: optional(
    text('STRIPE_WEBHOOK_SECRET', { about: 'The secret with which Stripe signs its events.', secret: true }),
    'payments cannot be made with Stripe',
  ),
  stripeApiBase: optional(
    url('STRIPE_API_BASE', { about: 'The address of another server that speaks Stripe’s interface.' }),
    'Stripe’s own',
  ),
};
export type Config = ConfigOf<typeof settings>;

/** Throws a ConfigError also when the chosen payment provider lacks something. */
export function configFrom(environment: Environment): Config {
  const config = readConfig(settings, environment);
  const missing = neededSettings(config).filter((name) => config[name] === undefined);
  if (missing.length === 0) return config;
  const lines = missing.map((name) => `${settings[name].variable} is missing for ${config.paymentProvider}`);
  throw new ConfigError(lines.join('\n'));
}

function neededSettings({ paymentProvider }: Config) {
  switch (paymentProvider) {
    case 'mock':
      return ['paymentMockSecret', 'publicUrl'] as const;
    case 'stripe':
      return ['stripeSecretKey', 'stripeWebhookSecret'] as const;
    case 'none':
      return [];
  }
}
