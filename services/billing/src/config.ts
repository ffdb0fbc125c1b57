import { ConfigError, integer, oneOf, optionalText, readConfig } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/service-base';
import { addressOf } from '@assay/chassis/process/settings';

export const settings = {
  ...baseSettings,
  /** Where the admins of organizations are told. */
  identityOrgAddress: addressOf('identity-org'),
  welcomeCreditCents: integer('WELCOME_CREDIT_CENTS', { min: 0, fallback: 0 }),
  /** How long a hold is open before it is asked what became of its run. */
  holdOverdueMs: integer('HOLD_OVERDUE_MS', { min: 1_000, fallback: 600_000 }),
  paymentProvider: oneOf('PAYMENT_PROVIDER', ['none', 'mock', 'stripe'], 'none'),
  /** What the mock signs with. */
  paymentMockSecret: optionalText('PAYMENT_MOCK_SECRET'),
  /** Where the gateway is reached, for the mock's page. */
  publicUrl: optionalText('PUBLIC_URL'),
  stripeSecretKey: optionalText('STRIPE_SECRET_KEY'),
  stripeWebhookSecret: optionalText('STRIPE_WEBHOOK_SECRET'),
  /** Of another server that speaks Stripe's interface. */
  stripeApiBase: optionalText('STRIPE_API_BASE'),
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
