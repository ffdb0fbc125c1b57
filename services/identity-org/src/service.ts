import { bootService } from '@assay/chassis/process/boot-service';
import type { RunningService } from '@assay/chassis/process/boot-service';
import { auditStream } from '@assay/chassis/events/audit';
import { createConsumers } from '@assay/chassis/events/consumer';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/service-base';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { createDeps } from './deps.ts';
import { seed } from './domain/organization/seed.ts';
import { migrateAuditEvents } from './consumers/migrate-audit-events.ts';
import { serveRpcs } from './rpcs.ts';
import { apiKeyCollection, apiKeyIndexes } from './store/api-key-store.ts';
import { auditEventCollection, auditEventIndexes } from './store/audit-event-store.ts';
import { invitationCollection, invitationIndexes } from './store/invitation-store.ts';
import { loginAttemptCollection, loginAttemptIndexes } from './store/login-attempt-store.ts';
import { migrateMemberships } from './store/migrate-memberships.ts';
import { notificationCollection, notificationIndexes } from './store/notification-store.ts';
import { organizationCollection, organizationIndexes } from './store/organization-store.ts';
import { sessionCollection, sessionIndexes } from './store/session-store.ts';
import { userCollection, userIndexes } from './store/user-store.ts';
import { organizationsStream, organizationWorkStream } from './streams.ts';

/** Users, sessions, API keys, organizations, memberships, invitations and the audit. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    name: 'identity-org',
    indexes: {
      [userCollection]: userIndexes,
      [organizationCollection]: organizationIndexes,
      [invitationCollection]: invitationIndexes,
      [notificationCollection]: notificationIndexes,
      [auditEventCollection]: auditEventIndexes,
      [apiKeyCollection]: apiKeyIndexes,
      [loginAttemptCollection]: loginAttemptIndexes,
      [sessionCollection]: sessionIndexes,
    },
    outboxes: [
      organizationCollection,
      userCollection,
      apiKeyCollection,
      sessionCollection,
      invitationCollection,
      notificationCollection,
    ],
    streams: [auditStream, organizationsStream, organizationWorkStream],
    async compose(base: ServiceBase) {
      await migrateMemberships(base.db);
      await migrateAuditEvents(base.events);
      const deps = createDeps(base, config);
      if (config.seedApiKey !== undefined) {
        await seed(deps, {
          apiKey: config.seedApiKey,
          organizationName: config.seedOrganizationName,
          userEmail: config.seedUserEmail,
        });
      }
      return { rpcs: serveRpcs(deps), consumers: createConsumers(base, deps, consumers) };
    },
  };
  return bootService(definition, config, options);
}
