import { integer, readConfig } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/service-base';
import { mongoSettings } from '@assay/chassis/settings';

export const settings = {
  ...baseSettings,
  welcomeCreditCents: integer('WELCOME_CREDIT_CENTS', { min: 0, fallback: 0 }),
};
export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  return readConfig(settings, environment);
}

/** What the reconciliation command needs of it. */
export function reconciliationConfig(): ConfigOf<typeof mongoSettings> {
  return readConfig(mongoSettings, process.env);
}
