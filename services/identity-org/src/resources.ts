import { auditStream } from '@assay/chassis/events/audit';
import { listDurables } from '@assay/chassis/events/consumer';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import { makeFirstAdmin } from './store/organization/first-admin.ts';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { migrateAuditEvents } from './consumers/migrate-audit-events.ts';
import { apiKeyCollection, apiKeyIndexes } from './store/api-key-store.ts';
import { auditEventCollection, auditEventIndexes } from './store/audit-event-store.ts';
import { invitationCollection, invitationIndexes } from './store/invitation-store.ts';
import { loginAttemptCollection, loginAttemptIndexes } from './store/login-attempt-store.ts';
import { migrateMemberships } from './store/organization/migrate-memberships.ts';
import { notificationCollection, notificationIndexes } from './store/notification-store.ts';
import { organizationCollection, organizationIndexes } from './store/organization/organization-store.ts';
import { sessionCollection, sessionIndexes } from './store/session-store.ts';
import { userCollection, userIndexes } from './store/user-store.ts';
import { organizationsStream, organizationWorkStream } from './streams.ts';
import { toInvalidationMessage } from './rpc/invalidation-message.ts';
import {
  createInvalidationStore,
  invalidationCollection,
  invalidationIndexes,
} from './store/invalidation-store.ts';

const name = 'identity-org';

/**
 * Of every collection the service owns. A backup reads them in this order: of what is written one after the other, the last comes
 * first, so that a copy never has the later without the earlier.
 */
export const indexes: ServiceResources['indexes'] = {
  [userCollection]: userIndexes,
  [organizationCollection]: organizationIndexes,
  [invitationCollection]: invitationIndexes,
  [notificationCollection]: notificationIndexes,
  [auditEventCollection]: auditEventIndexes,
  [apiKeyCollection]: apiKeyIndexes,
  [loginAttemptCollection]: loginAttemptIndexes,
  [sessionCollection]: sessionIndexes,
  [invalidationCollection]: invalidationIndexes,
};

/** What identity-org owns, for its prepare command and for the look of its processes whether it is there. */
export function declareResources(config: Config): ServiceResources {
  return {
    name,
    indexes,
    readRevocations: (db) => {
      const invalidations = createInvalidationStore(db);
      return async (since) => (await invalidations.listSince(since)).map(toInvalidationMessage);
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
    durables: listDurables(name, consumers),
    migrations: [
      { name: 'memberships into organizations', run: ({ db }) => migrateMemberships(db) },
      { name: 'audit events into their stream', run: ({ events }) => migrateAuditEvents(events) },
    ],
    beginning: ({ db }) => makeFirstAdmin(db, config),
  };
}
