import type { Db } from 'mongodb';
import { systemClock } from '@assay/chassis/clock';
import type { Config } from '../../config.ts';
import { seed } from '../../domain/organization/seed.ts';
import { createApiKeyStore } from '../api-key-store.ts';
import { createOrganizationStore } from './organization-store.ts';
import { createUserStore } from '../user-store.ts';

type FirstAdminConfig = Pick<Config, 'seedApiKey' | 'seedOrganizationName' | 'seedUserEmail'>;

/** Makes the admin whose key is configured, and their organization, where they do not exist; does nothing without a key. */
export async function makeFirstAdmin(db: Db, config: FirstAdminConfig): Promise<void> {
  const { seedApiKey: apiKey, seedOrganizationName: organizationName, seedUserEmail: userEmail } = config;
  if (apiKey === undefined) return;
  // The running service publishes what this appends.
  const relay = { notify: () => undefined };
  const deps = {
    clock: systemClock,
    users: createUserStore(db, relay),
    organizations: createOrganizationStore(db, relay),
    apiKeys: createApiKeyStore(db, relay),
  };
  await seed(deps, { apiKey, organizationName, userEmail });
}
