import { integer, optionalJson, optionalText, readConfig, text } from '@assay/chassis/config';
import type { ConfigOf, Environment, Setting } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/service-base';
import { asPrivateKey } from '@assay/chassis/process/settings';
import { mailSettings, smtpOptions } from './mail/settings.ts';
import { issuerOptions, oidcSettings } from './oidc/settings.ts';

const minSeedKeyLength = 32;
const twelveHoursMs = 43_200_000;

export const settings = {
  ...baseSettings,
  ...oidcSettings,
  ...mailSettings,
  sessionLifetimeMs: integer('SESSION_LIFETIME_MS', { min: 60_000, fallback: twelveHoursMs }),
  // The gateway reads the same variables and states them.
  apiKeysPerKey: integer('API_KEYS_PER_KEY', { min: 1, fallback: 20 }),
  apiKeysPerUser: integer('API_KEYS_PER_USER', { min: 1, fallback: 100 }),
  /** Of one organization, by the calendar of UTC. */
  invitationsPerDay: integer('INVITATIONS_PER_DAY', { min: 1, fallback: 200 }),
  // They live in one document, which the database limits to 16 MiB.
  maxMembers: integer('MAX_MEMBERS', { min: 1, max: 50_000, fallback: 10_000 }),
  /** What bearer tokens for REST are signed with (JWK). Unset: the internal key, which then cannot be rotated freely. */
  accessTokenKey: optionalJson('ACCESS_TOKEN_KEY', asPrivateKey),
  /** The one before, for a quarter of an hour. */
  accessTokenKeyPrevious: optionalJson('ACCESS_TOKEN_KEY_PREVIOUS', asPrivateKey),
  seedApiKey: seedKey('SEED_API_KEY'),
  seedOrganizationName: text('SEED_ORGANIZATION_NAME', 'Local organization'),
  seedUserEmail: text('SEED_USER_EMAIL', 'admin@assay.local'),
};
export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  const config = readConfig(settings, environment);
  issuerOptions(config);
  smtpOptions(config);
  return config;
}

/** The plaintext of a key that works from the first start on; long enough not to be guessed. */
function seedKey(variable: string): Setting<string | undefined> {
  const { read } = optionalText(variable);
  return {
    variable,
    read: (raw) => {
      const key = read(raw);
      if (key !== undefined && key.length < minSeedKeyLength) {
        throw new Error(`must have at least ${minSeedKeyLength} characters`);
      }
      return key;
    },
  };
}
