import { createChannel } from '@assay/chassis/grpc/client';
import type { TypedClient } from '@assay/chassis/grpc/client';
import type { Runtime } from '@assay/chassis/runtime';
import type { TokenSource } from '@assay/chassis/token-source';
import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { GatewayConfig } from './config.ts';
import { createBreaker, resilient } from './resilience.ts';

/** What the gateway calls, one client per gRPC service. */
export interface Clients {
  readonly authentication: TypedClient<AuthenticationServiceService>;
  readonly sessions: TypedClient<SessionsServiceService>;
  readonly tokens: TypedClient<TokensServiceService>;
  readonly users: TypedClient<UsersServiceService>;
  readonly apiKeys: TypedClient<ApiKeysServiceService>;
  readonly organizations: TypedClient<OrganizationsServiceService>;
  readonly members: TypedClient<MembersServiceService>;
  readonly invitations: TypedClient<InvitationsServiceService>;
  readonly auditEvents: TypedClient<AuditEventsServiceService>;
  readonly projects: TypedClient<ProjectsServiceService>;
  readonly files: TypedClient<FilesServiceService>;
  readonly catalog: TypedClient<CatalogServiceService>;
  readonly runs: TypedClient<RunsServiceService>;
  readonly billing: TypedClient<BillingServiceService>;
  readonly transactions: TypedClient<TransactionsServiceService>;
  readonly topUps: TypedClient<TopUpsServiceService>;
}

/** One connection and one circuit breaker per process behind the gateway; closed with the runtime. */
export function createClients(config: GatewayConfig, runtime: Runtime, tokens: TokenSource): Clients {
  const open = (name: string, address: string) => {
    const channel = createChannel({ address, tokens, timeoutMs: config.callTimeoutMs });
    const breaker = createBreaker(name, runtime);
    runtime.lifecycle.onStop(`connection to ${name}`, () => {
      channel.close();
    });
    return <S extends object>(definition: S): TypedClient<S> =>
      resilient(channel.client(definition), breaker);
  };
  const identityOrg = open('identity-org', config.identityOrgAddress);
  const projectsFiles = open('projects-files', config.projectsFilesAddress);
  const verification = open('verification', config.verificationAddress);
  const billing = open('billing', config.billingAddress);
  return {
    authentication: identityOrg(AuthenticationServiceService),
    sessions: identityOrg(SessionsServiceService),
    tokens: identityOrg(TokensServiceService),
    users: identityOrg(UsersServiceService),
    apiKeys: identityOrg(ApiKeysServiceService),
    organizations: identityOrg(OrganizationsServiceService),
    members: identityOrg(MembersServiceService),
    invitations: identityOrg(InvitationsServiceService),
    auditEvents: identityOrg(AuditEventsServiceService),
    projects: projectsFiles(ProjectsServiceService),
    files: projectsFiles(FilesServiceService),
    catalog: verification(CatalogServiceService),
    runs: verification(RunsServiceService),
    billing: billing(BillingServiceService),
    transactions: billing(TransactionsServiceService),
    topUps: billing(TopUpsServiceService),
  };
}
