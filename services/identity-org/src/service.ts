import { bootService } from '@assay/chassis/boot-service';
import type { RunningService } from '@assay/chassis/boot-service';
import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import type { Config } from './config.ts';
import { createConsumers } from './create-consumers.ts';
import type { Deps } from './deps.ts';
import { seed } from './domain/seed.ts';
import { credentialsInvalidated } from './events/credentials-invalidated.ts';
import { identityStream } from './events/identity-stream.ts';
import { organizationWorkStream } from './events/organization-work-stream.ts';
import { organizationsStream } from './events/organizations-stream.ts';
import { openMailer } from './mail/open-mailer.ts';
import { createIssuer } from './oidc/issuer.ts';
import { issuerOptions } from './oidc/settings.ts';
import { acceptInvitation } from './rpc/accept-invitation.ts';
import { authenticateApiKey } from './rpc/authenticate-api-key.ts';
import { authenticateBearerToken } from './rpc/authenticate-bearer-token.ts';
import { authenticateSession } from './rpc/authenticate-session.ts';
import { beginLogin } from './rpc/begin-login.ts';
import { completeLogin } from './rpc/complete-login.ts';
import { createApiKey } from './rpc/create-api-key.ts';
import { createOrganization } from './rpc/create-organization.ts';
import { declineInvitation } from './rpc/decline-invitation.ts';
import { endSession } from './rpc/end-session.ts';
import { exchangeApiKey } from './rpc/exchange-api-key.ts';
import { getCurrentUser } from './rpc/get-current-user.ts';
import { getInvitation } from './rpc/get-invitation.ts';
import { getOrganization } from './rpc/get-organization.ts';
import { invite } from './rpc/invite.ts';
import { issueAccessToken } from './rpc/issue-access-token.ts';
import { listApiKeys } from './rpc/list-api-keys.ts';
import { listAuditEvents } from './rpc/list-audit-events.ts';
import { listInvitations } from './rpc/list-invitations.ts';
import { listMembers } from './rpc/list-members.ts';
import { listOrganizations } from './rpc/list-organizations.ts';
import { notifyAdmins } from './rpc/notify-admins.ts';
import { previewInvitation } from './rpc/preview-invitation.ts';
import { removeMember } from './rpc/remove-member.ts';
import { revokeApiKey } from './rpc/revoke-api-key.ts';
import { revokeInvitation } from './rpc/revoke-invitation.ts';
import { rotateApiKey } from './rpc/rotate-api-key.ts';
import { setDefaultOrganization } from './rpc/set-default-organization.ts';
import { updateApiKey } from './rpc/update-api-key.ts';
import { updateCurrentUser } from './rpc/update-current-user.ts';
import { updateMember } from './rpc/update-member.ts';
import { updateOrganization } from './rpc/update-organization.ts';
import { adoptMemberships } from './store/adopt-memberships.ts';
import { apiKeyIndexes, createApiKeyStore } from './store/api-key-store.ts';
import { auditEventIndexes, createAuditEventStore } from './store/audit-event-store.ts';
import { createIdentityStore } from './store/identity-store.ts';
import { createInvitationStore, invitationIndexes } from './store/invitation-store.ts';
import { createLoginAttemptStore, loginAttemptIndexes } from './store/login-attempt-store.ts';
import { createMembershipStore } from './store/membership-store.ts';
import { createNotificationStore, notificationIndexes } from './store/notification-store.ts';
import { createOrganizationStore, organizationIndexes } from './store/organization-store.ts';
import { createSessionStore, sessionIndexes } from './store/session-store.ts';
import { createUserStore, userIndexes } from './store/user-store.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';
import { createInvitationLinks } from './tokens/invitation-links.ts';

/** Users, organizations, memberships and API keys. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    name: 'identity-org',
    indexes: {
      users: userIndexes,
      organizations: organizationIndexes,
      invitations: invitationIndexes,
      notifications: notificationIndexes,
      audit_events: auditEventIndexes,
      api_keys: apiKeyIndexes,
      login_attempts: loginAttemptIndexes,
      sessions: sessionIndexes,
    },
    streams: [identityStream, organizationsStream, organizationWorkStream],
    outboxes: ['organizations', 'users', 'api_keys', 'sessions', 'invitations', 'notifications'],
    async compose(base: ServiceBase) {
      await adoptMemberships(base.db);
      const deps = createDeps(base, config);
      if (config.seedApiKey !== undefined) {
        await seed(deps, {
          apiKey: config.seedApiKey,
          organizationName: config.seedOrganizationName,
          userEmail: config.seedUserEmail,
        });
      }
      return { rpcs: createRpcs(deps), consumers: createConsumers(base, deps) };
    },
  };
  return bootService(definition, config, options);
}

function createDeps(base: ServiceBase, config: Config): Deps {
  const { clock, db, events, relay, runtime, signer } = base;
  const issuer = issuerOptions(config);
  return {
    clock,
    signer,
    users: createUserStore(db, relay),
    organizations: createOrganizationStore(db, relay),
    memberships: createMembershipStore(db, relay),
    invitations: createInvitationStore(db, relay),
    invitationLinks: createInvitationLinks(config),
    notifications: createNotificationStore(db, relay),
    mailer: openMailer(runtime, config),
    auditEvents: createAuditEventStore(db),
    apiKeys: createApiKeyStore(db, relay),
    identities: createIdentityStore(db),
    loginAttempts: createLoginAttemptStore(db),
    sessions: createSessionStore(db, relay),
    sessionLifetimeMs: config.sessionLifetimeMs,
    accessTokens: createAccessTokens(config.internalTokenKey, config.internalTokenJwks, clock),
    issuer: issuer && createIssuer(issuer, clock),
    invalidateCredentials: (stale) => {
      credentialsInvalidated(events, stale);
    },
  };
}

function createRpcs(deps: Deps): ServedService[] {
  return [
    serve(AuthenticationServiceService, deps, {
      authenticateApiKey,
      authenticateBearerToken,
      authenticateSession,
    }),
    serve(ApiKeysServiceService, deps, {
      createApiKey,
      listApiKeys,
      updateApiKey,
      revokeApiKey,
      rotateApiKey,
    }),
    serve(TokensServiceService, deps, { exchangeApiKey, issueAccessToken }),
    serve(SessionsServiceService, deps, { beginLogin, completeLogin, endSession }),
    serve(UsersServiceService, deps, { getCurrentUser, updateCurrentUser }),
    serve(OrganizationsServiceService, deps, {
      createOrganization,
      listOrganizations,
      getOrganization,
      updateOrganization,
    }),
    serve(MembersServiceService, deps, { listMembers, updateMember, removeMember, setDefaultOrganization }),
    serve(InvitationsServiceService, deps, {
      invite,
      listInvitations,
      getInvitation,
      revokeInvitation,
      previewInvitation,
      acceptInvitation,
      declineInvitation,
    }),
    serve(ContactsServiceService, deps, { notifyAdmins }),
    serve(AuditEventsServiceService, deps, { listAuditEvents }),
  ];
}
