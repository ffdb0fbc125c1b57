import { bootService } from '@assay/chassis/boot-service';
import type { RunningService } from '@assay/chassis/boot-service';
import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { seed } from './domain/seed.ts';
import { credentialsInvalidated } from './events/credentials-invalidated.ts';
import { identityStream } from './events/identity-stream.ts';
import { organizationsStream } from './events/organizations-stream.ts';
import { authenticateApiKey } from './rpc/authenticate-api-key.ts';
import { createApiKey } from './rpc/create-api-key.ts';
import { createOrganization } from './rpc/create-organization.ts';
import { exchangeApiKey } from './rpc/exchange-api-key.ts';
import { revokeApiKey } from './rpc/revoke-api-key.ts';
import { unimplemented } from './rpc/unimplemented.ts';
import { apiKeyIndexes, createApiKeyStore } from './store/api-key-store.ts';
import { createMembershipStore, membershipIndexes } from './store/membership-store.ts';
import { createOrganizationStore, organizationIndexes } from './store/organization-store.ts';
import { createUserStore, userIndexes } from './store/user-store.ts';

/** Users, organizations, memberships and API keys. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    name: 'identity-org',
    indexes: {
      users: userIndexes,
      organizations: organizationIndexes,
      memberships: membershipIndexes,
      api_keys: apiKeyIndexes,
    },
    streams: [identityStream, organizationsStream],
    outboxes: ['organizations', 'users'],
    async compose(base: ServiceBase) {
      const deps = createDeps(base);
      if (config.seedApiKey !== undefined) {
        await seed(deps, {
          apiKey: config.seedApiKey,
          organizationName: config.seedOrganizationName,
          userEmail: config.seedUserEmail,
        });
      }
      return { rpcs: createRpcs(deps) };
    },
  };
  return bootService(definition, config, options);
}

function createDeps({ clock, db, events, relay, signer }: ServiceBase): Deps {
  return {
    clock,
    signer,
    users: createUserStore(db, relay),
    organizations: createOrganizationStore(db, relay),
    memberships: createMembershipStore(db),
    apiKeys: createApiKeyStore(db),
    invalidateCredentials: (stale) => {
      credentialsInvalidated(events, stale);
    },
  };
}

function createRpcs(deps: Deps): ServedService[] {
  return [
    serve(AuthenticationServiceService, deps, {
      authenticateApiKey,
      authenticateBearerToken: unimplemented,
      authenticateSession: unimplemented,
    }),
    serve(ApiKeysServiceService, deps, {
      createApiKey,
      listApiKeys: unimplemented,
      updateApiKey: unimplemented,
      revokeApiKey,
      rotateApiKey: unimplemented,
    }),
    serve(TokensServiceService, deps, { exchangeApiKey, issueAccessToken: unimplemented }),
    serve(OrganizationsServiceService, deps, {
      createOrganization,
      listOrganizations: unimplemented,
      getOrganization: unimplemented,
      updateOrganization: unimplemented,
    }),
  ];
}
