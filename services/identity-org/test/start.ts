import type { CommandStartedEvent } from 'mongodb';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { configFrom } from '../src/config.ts';
import { declareResources } from '../src/resources.ts';
import { startService } from '../src/service.ts';

export const seededKey = 'assay_SeededKeyForTests000000000000000000000000000';

/** A running identity-org with a seeded admin, its clients, and the servers behind it. */
export async function start(environment: Readonly<Record<string, string>> = {}) {
  const clock = createMovingClock();
  const platform = createTestPlatform(clock);
  // Tests make many keys with the seeded one.
  const limits = { API_KEYS_PER_KEY: '1000', API_KEYS_PER_USER: '1000' };
  const seeded = { SEED_API_KEY: seededKey, ...limits };
  const config = configFrom({ ...platform.environment('identity-org'), ...seeded, ...environment });
  const commands: CommandStartedEvent[] = [];
  const onCommand = (command: CommandStartedEvent) => void commands.push(command);
  await prepareService(declareResources(config), config);
  const service = await startService(config, { clock, onCommand });
  const channel = platform.connect(service.grpcAddress);
  const appName = 'identity-org-test';
  const mongo = await connectMongo({ uri: config.mongodbUri, database: platform.database, appName });
  const events = await connectNats({
    url: config.natsUrl,
    name: appName,
    namespace: platform.natsNamespace,
    logger: createLogger({ name: appName, level: 'silent' }),
  });
  return {
    clock,
    platform,
    config,
    service,
    events,
    db: mongo.db,
    authentication: channel.client(AuthenticationServiceService),
    apiKeys: channel.client(ApiKeysServiceService),
    tokens: channel.client(TokensServiceService),
    sessions: channel.client(SessionsServiceService),
    users: channel.client(UsersServiceService),
    organizations: channel.client(OrganizationsServiceService),
    members: channel.client(MembersServiceService),
    invitations: channel.client(InvitationsServiceService),
    auditEvents: channel.client(AuditEventsServiceService),
    /** What it has asked the database so far and no index serves. */
    uncoveredQueries: () => findUncoveredQueries(commands, mongo.db),
    async stop() {
      channel.close();
      await service.stop();
      await Promise.all([events.close(), mongo.close()]);
    },
  };
}
