import { createTokenVerifier } from '@assay/chassis/internal-token';
import { systemClock } from '@assay/chassis/clock';
import { startGrpcServer } from '@assay/chassis/grpc/server';
import { serve } from '@assay/chassis/grpc/serve';
import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import { createRuntime } from '@assay/chassis/runtime';
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
import { createTestPlatform } from '@assay/test-kit/test-platform';
import type { TestPlatform } from '@assay/test-kit/test-platform';
import { readGatewayConfig } from '../src/config.ts';
import type { GatewayConfig } from '../src/config.ts';
import { startGateway } from '../src/service.ts';
import type { RunningGateway } from '../src/service.ts';
import { apiKey, cannedRpcs } from './canned-rpcs.ts';
import type { CannedRpcs } from './canned-rpcs.ts';

/** The gateway before back ends that answer what a test tells them to, over real gRPC. */
export interface TestGateway {
  readonly platform: TestPlatform;
  readonly config: GatewayConfig;
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** To be replaced rpc by rpc. */
  readonly rpcs: CannedRpcs;
  /** With the API key that works, unless other headers say otherwise. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly startAnother: (variables?: Readonly<Record<string, string>>) => Promise<RunningGateway>;
  stopBackEnds(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestGateway(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const platform = createTestPlatform();
  const rpcs = cannedRpcs();
  const backEnds = await startBackEnds(platform, rpcs);
  const address = backEnds.address;
  const environment = {
    ...platform.environment('gateway'),
    IDENTITY_ORG_ADDRESS: address,
    PROJECTS_FILES_ADDRESS: address,
    VERIFICATION_ADDRESS: address,
    BILLING_ADDRESS: address,
    PROJECTS_FILES_UPLOAD_URL: 'http://127.0.0.1:1',
    ...variables,
  };
  const config = readGatewayConfig(environment);
  const gateways = [await startGateway(config)];
  const [{ httpAddress, adminAddress }] = gateways as [RunningGateway];
  return {
    platform,
    config,
    baseUrl: `http://${httpAddress}`,
    adminUrl: `http://${adminAddress}`,
    rpcs,
    fetch: (path, init = {}) =>
      fetch(`http://${httpAddress}${path}`, {
        redirect: 'manual',
        ...init,
        headers: init.headers ?? { 'x-api-key': apiKey },
      }),
    async startAnother(more = {}) {
      const another = await startGateway(readGatewayConfig({ ...environment, ...more }));
      gateways.push(another);
      return another;
    },
    stopBackEnds: backEnds.stop,
    async stop() {
      for (const gateway of gateways) await gateway.stop();
      await backEnds.stop();
    },
  };
}

/** All services in one server; each call goes to what `rpcs` holds at that moment. */
async function startBackEnds(platform: TestPlatform, rpcs: CannedRpcs) {
  const runtime = createRuntime('back-ends', { logLevel: 'silent' });
  const { internalTokenJwks } = readGatewayConfig({
    ...platform.environment('gateway'),
    IDENTITY_ORG_ADDRESS: 'x',
    PROJECTS_FILES_ADDRESS: 'x',
    PROJECTS_FILES_UPLOAD_URL: 'x',
    VERIFICATION_ADDRESS: 'x',
    BILLING_ADDRESS: 'x',
  });
  const address = await startGrpcServer({
    runtime,
    verifier: createTokenVerifier(internalTokenJwks, systemClock),
    idempotency: answerOnce(),
    host: '127.0.0.1',
    port: 0,
    services: [
      serve(AuthenticationServiceService, rpcs, answersOf(AuthenticationServiceService, 'authentication')),
      serve(SessionsServiceService, rpcs, answersOf(SessionsServiceService, 'sessions')),
      serve(TokensServiceService, rpcs, answersOf(TokensServiceService, 'tokens')),
      serve(UsersServiceService, rpcs, answersOf(UsersServiceService, 'users')),
      serve(ApiKeysServiceService, rpcs, answersOf(ApiKeysServiceService, 'apiKeys')),
      serve(OrganizationsServiceService, rpcs, answersOf(OrganizationsServiceService, 'organizations')),
      serve(MembersServiceService, rpcs, answersOf(MembersServiceService, 'members')),
      serve(InvitationsServiceService, rpcs, answersOf(InvitationsServiceService, 'invitations')),
      serve(AuditEventsServiceService, rpcs, answersOf(AuditEventsServiceService, 'auditEvents')),
      serve(ProjectsServiceService, rpcs, answersOf(ProjectsServiceService, 'projects')),
      serve(FilesServiceService, rpcs, answersOf(FilesServiceService, 'files')),
      serve(CatalogServiceService, rpcs, answersOf(CatalogServiceService, 'catalog')),
      serve(RunsServiceService, rpcs, answersOf(RunsServiceService, 'runs')),
      serve(BillingServiceService, rpcs, answersOf(BillingServiceService, 'billing')),
      serve(TransactionsServiceService, rpcs, answersOf(TransactionsServiceService, 'transactions')),
      serve(TopUpsServiceService, rpcs, answersOf(TopUpsServiceService, 'topUps')),
    ],
  });
  return { address, stop: () => runtime.lifecycle.stop() };
}

/** Tells which keys were seen before; every call is made nonetheless. */
function answerOnce(): Idempotency {
  const seen = new Set<string>();
  return {
    async once(call, { run }) {
      const isReplay = seen.has(call.idempotencyKey);
      seen.add(call.idempotencyKey);
      return { response: await run(call), isReplay };
    },
  };
}

function answersOf<S extends object>(definition: S, service: keyof CannedRpcs): Rpcs<CannedRpcs, S> {
  type Answer = (call: unknown, request: unknown) => Promise<unknown>;
  const rpcs = Object.keys(definition).map((name) => [
    name,
    (current: CannedRpcs, call: unknown, request: unknown) =>
      (current[service] as Record<string, Answer>)[name]?.(call, request),
  ]);
  return Object.fromEntries(rpcs) as Rpcs<CannedRpcs, S>;
}
