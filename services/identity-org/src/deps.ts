import type { Clock } from '@assay/chassis/clock';
import type { TokenSigner } from '@assay/chassis/tokens/internal-token';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import type { Config } from './config.ts';
import { listUserFacingServices } from '@assay/chassis/grpc/contract/contract';
import type { ServiceName } from '@assay/proto/processes';
import { createInvalidate } from './events/credentials-invalidated.ts';
import type { InvalidateCredentials } from './events/credentials-invalidated.ts';
import { createInvalidationStore } from './store/invalidation-store.ts';
import type { InvalidationStore } from './store/invalidation-store.ts';
import { createMailer } from './mail/mailer.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ApiKeyLimits } from './domain/api-key/api-key-limits.ts';
import { createIssuer } from './oidc/issuer.ts';
import type { Issuer } from './oidc/issuer.ts';
import { issuerOptions } from './oidc/settings.ts';
import { createApiKeyStore } from './store/api-key-store.ts';
import type { ApiKeyStore } from './store/api-key-store.ts';
import { createAuditEventStore } from './store/audit-event-store.ts';
import type { AuditEventStore } from './store/audit-event-store.ts';
import { createIdentityStore } from './store/identity-store.ts';
import type { IdentityStore } from './store/identity-store.ts';
import { createInvitationStore } from './store/invitation-store.ts';
import type { InvitationStore } from './store/invitation-store.ts';
import { createLoginAttemptStore } from './store/login-attempt-store.ts';
import type { LoginAttemptStore } from './store/login-attempt-store.ts';
import { createNotificationStore } from './store/notification-store.ts';
import type { NotificationStore } from './store/notification-store.ts';
import { createOrganizationStore } from './store/organization/organization-store.ts';
import type { OrganizationStore } from './store/organization/organization-store.ts';
import { createSessionStore } from './store/session-store.ts';
import type { SessionStore } from './store/session-store.ts';
import { createUserStore } from './store/user-store.ts';
import type { UserStore } from './store/user-store.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';
import { createInvitationLinks } from './tokens/invitation-links.ts';
import type { InvitationLinks } from './tokens/invitation-links.ts';

export interface Deps {
  readonly clock: Clock;
  readonly signer: TokenSigner;
  readonly users: UserStore;
  readonly organizations: OrganizationStore;
  /** How many may belong to one organization. */
  readonly maxMembers: number;
  readonly invitations: InvitationStore;
  readonly invitationLinks: InvitationLinks;
  readonly invitationsPerDay: number;
  readonly notifications: NotificationStore;
  readonly mailer: Mailer;
  readonly auditEvents: AuditEventStore;
  readonly apiKeys: ApiKeyStore;
  readonly apiKeyLimits: ApiKeyLimits;
  readonly identities: IdentityStore;
  readonly loginAttempts: LoginAttemptStore;
  readonly sessions: SessionStore;
  readonly sessionLifetimeMs: number;
  readonly accessTokens: AccessTokens;
  /** Undefined: nobody can sign in with a browser or with a token of an issuer. */
  readonly issuer: Issuer | undefined;
  /** Tells every process to forget what it cached about these credentials, users or organizations. */
  readonly invalidateCredentials: InvalidateCredentials;
  readonly invalidations: Pick<InvalidationStore, 'listSince'>;
  /** The services that people may call. */
  readonly audiences: readonly ServiceName[];
}

/** The internal key comes last: the release before signs with it. */
function accessTokenKeys(config: Config): Parameters<typeof createAccessTokens>[0] {
  const { accessTokenKey, accessTokenKeyPrevious, accessTokenKeyNext, internalTokenKey } = config;
  const accepted = [accessTokenKeyPrevious, accessTokenKeyNext].filter((key) => key !== undefined);
  return accessTokenKey === undefined ? [internalTokenKey] : [accessTokenKey, ...accepted, internalTokenKey];
}

export function createDeps(base: ServiceBase, config: Config): Deps {
  const { clock, db, events, relay, runtime, signer } = base;
  const issuer = issuerOptions(config);
  const invalidations = createInvalidationStore(db);
  return {
    clock,
    signer,
    users: createUserStore(db, relay),
    organizations: createOrganizationStore(db, relay),
    maxMembers: config.maxMembers,
    invitations: createInvitationStore(db, relay),
    invitationsPerDay: config.invitationsPerDay,
    invitationLinks: createInvitationLinks(config),
    notifications: createNotificationStore(db, relay),
    mailer: createMailer(runtime, config),
    auditEvents: createAuditEventStore(db),
    apiKeys: createApiKeyStore(db, relay),
    apiKeyLimits: { perKey: config.apiKeysPerKey, perUser: config.apiKeysPerUser },
    identities: createIdentityStore(db),
    loginAttempts: createLoginAttemptStore(db),
    sessions: createSessionStore(db, relay),
    sessionLifetimeMs: config.sessionLifetimeMs,
    accessTokens: createAccessTokens(accessTokenKeys(config), clock),
    issuer: issuer && createIssuer(issuer, { clock, dependencies: runtime.dependencies }),
    invalidateCredentials: createInvalidate({ clock, events, invalidations }),
    invalidations,
    audiences: listUserFacingServices(),
  };
}
