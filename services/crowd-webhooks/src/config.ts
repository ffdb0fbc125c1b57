import { optional, integer, text } from '@assay/chassis/config';
import { readConfig } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { addressList } from '@assay/chassis/egress/allowed-addresses';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { addressSetting } from '@assay/chassis/settings/process';
import { guestLimits } from '@assay/proto/guests';

export const settings = {
  ...baseSettings,
  projectsFilesAddress: addressSetting('projects-files'),
  identityOrgAddress: addressSetting('identity-org'),
  billingAddress: addressSetting('billing'),
  datasetsAddress: addressSetting('datasets'),
  verificationAddress: addressSetting('verification'),
  crowdFeePercent: integer('CROWD_FEE_PERCENT', {
    about: 'The fee of an answer to a crowd job, as a percentage of its reward.',
    min: 0,
    max: 100,
    fallback: 20,
  }),
  crowdMinHourlyCents: integer('CROWD_MIN_HOURLY_CENTS', {
    about: 'The reward per hour, in euro cents, below which the estimate of a crowd job warns.',
    min: 0,
    max: 100_000,
    fallback: 900,
  }),
  webhookConcurrency: integer('WEBHOOK_CONCURRENCY', {
    about: 'Requests to receivers that a process sends at the same time.',
    min: 1,
    max: 1_024,
    fallback: 64,
  }),
  webhookPerOrganization: integer('WEBHOOK_PER_ORGANIZATION', {
    about: 'Requests to the receivers of one organization that a process sends at the same time.',
    min: 1,
    max: 1_024,
    fallback: 16,
  }),
  guestsPerAddress: integer(guestLimits.perAddress.variable, guestLimits.perAddress),
  webhookAllowedAddresses: addressList('WEBHOOK_ALLOWED_ADDRESSES', {
    about:
      'Addresses that receivers may have although they are not public, for development: `address:port`, separated by commas. The process writes them to its log when it starts.',
    fallback: [],
  }),
  webhookDnsServers: optional(
    addressList('WEBHOOK_DNS_SERVERS', {
      about: 'The DNS servers that resolve the names of receivers: `address:port`, separated by commas.',
    }),
    'those of the system',
  ),
  webhookCaFile: optional(
    text('WEBHOOK_CA_FILE', {
      about: 'A PEM file with certificate authorities that receivers may have beside those of the system.',
    }),
    'only the authorities of the system are trusted',
  ),
};

export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  return readConfig(settings, environment);
}
