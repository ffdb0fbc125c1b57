import { integer, json, optional, readConfig, setting, text } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { asPrivateKey } from '@assay/chassis/settings/process';
import { apiKeyLimits } from '@assay/proto/api-key-limits';
import { mailSettings, smtpOptions } from './mail/settings.ts';
import { issuerOptions, oidcSettings } from './oidc/settings.ts';

const minSeedKeyLength = 32;
const twelveHoursMs = 43_200_000;

export const settings = {
  ...baseSettings,
  ...oidcSettings,
  ...mailSettings,
  sessionLifetimeMs: integer('SESSION_LIFETIME_MS', {
    about: 'How long somebody stays signed in in a browser, in milliseconds.',
    min: 60_000,
    fallback: twelveHoursMs,
  }),
  apiKeysPerKey: integer(apiKeyLimits.perKey.variable, apiKeyLimits.perKey),
  apiKeysPerUser: integer(apiKeyLimits.perUser.variable, apiKeyLimits.perUser),
  invitationsPerDay: integer('INVITATIONS_PER_DAY', {
    about: 'Invitations that one organization may send in a day of UTC.',
    min: 1,
    fallback: 200,
  }),
  maxMembers: integer('MAX_MEMBERS', {
    about:
      'The most members of an organization. They live in one document, which the database limits to 16 MiB.',
    min: 1,
    max: 50_000,
    fallback: 10_000,
  }),
  accessTokenKey: optional(
    json('ACCESS_TOKEN_KEY', {
      about: 'The Ed25519 private key (JWK) that bearer tokens for REST are signed with.',
      secret: true,
      check: asPrivateKey,
    }),
    'the internal key, which then cannot be rotated freely',
  ),
  accessTokenKeyPrevious: optional(
    json('ACCESS_TOKEN_KEY_PREVIOUS', {
      about: 'The key of bearer tokens before the present one: given for a quarter of an hour.',
      secret: true,
      check: asPrivateKey,
    }),
    'there was none',
  ),
  accessTokenKeyNext: optional(
    json('ACCESS_TOKEN_KEY_NEXT', {
      about:
        'The key of bearer tokens after the present one, so that those of a process that has it already hold.',
      secret: true,
      check: asPrivateKey,
    }),
    'none is accepted beforehand',
  ),
  seedApiKey: optional(
    setting('SEED_API_KEY', {
      about: `An API key of an admin that works once the service is prepared, of at least ${minSeedKeyLength.toString()} characters, long enough not to be guessed.`,
      secret: true,
      form: { type: 'string', minLength: minSeedKeyLength },
      parse: seedKey,
    }),
    'no organization and no admin is made',
  ),
  seedOrganizationName: text('SEED_ORGANIZATION_NAME', {
    about: 'The name of the organization that is made for that key.',
    fallback: 'Local organization',
  }),
  seedUserEmail: text('SEED_USER_EMAIL', {
    about: 'The mail address of the admin who is made for that key, and comes from the same Secret.',
    secret: true,
    fallback: 'admin@assay.local',
  }),
};
export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  const config = readConfig(settings, environment);
  issuerOptions(config);
  smtpOptions(config);
  return config;
}

function seedKey(raw: string): string {
  if (raw.length < minSeedKeyLength) throw new Error(`must have at least ${minSeedKeyLength} characters`);
  return raw;
}
