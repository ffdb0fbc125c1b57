import { createChannel } from '@assay/chassis/grpc/client';
import type { TypedClient } from '@assay/chassis/grpc/client';
import type { Runtime } from '@assay/chassis/runtime';
import type { TokenSource } from '@assay/chassis/token-source';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { GatewayConfig } from './config.ts';
import { createBreaker, resilient } from './resilience.ts';

/** What the gateway calls, one client per gRPC service. */
export interface Clients {
  readonly authentication: TypedClient<AuthenticationServiceService>;
  readonly projects: TypedClient<ProjectsServiceService>;
  readonly files: TypedClient<FilesServiceService>;
  readonly catalog: TypedClient<CatalogServiceService>;
  readonly runs: TypedClient<RunsServiceService>;
  readonly billing: TypedClient<BillingServiceService>;
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
    projects: projectsFiles(ProjectsServiceService),
    files: projectsFiles(FilesServiceService),
    catalog: verification(CatalogServiceService),
    runs: verification(RunsServiceService),
    billing: billing(BillingServiceService),
  };
}
