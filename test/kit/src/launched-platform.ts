import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel } from '@assay/chassis/grpc/client';
import { readConfig } from '@assay/local/config';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { startGuardian } from '@assay/local/processes/guardian';
import { createSecrets } from '@assay/local/platform/secrets';
import type { LocalSecrets } from '@assay/local/platform/secrets';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import { preparePlatform } from '@assay/local/platform/prepare-platform';
import { choosePorts, startPlatform, stopPlatform } from '@assay/local/platform/start-platform';
import type { PlatformProcesses } from '@assay/local/platform/start-platform';
import type { Programs } from '@assay/local/platform/programs';
import type { ProcessName, ServiceName } from '@assay/proto/processes';
import { openConnections } from './processes/connections.ts';
import { startFurtherGateway } from './gateways.ts';
import type { LaunchedGateway } from './gateways.ts';

/** The whole platform as processes of its own, the way `npm start` runs it, on servers that others may share. */
export interface LaunchedPlatform {
  readonly baseUrl: string;
  /** All of them, the one of `baseUrl` first. */
  readonly gateways: readonly [LaunchedGateway, ...LaunchedGateway[]];
  /** An admin of the seeded organization. */
  readonly apiKey: string;
  readonly layout: PlatformLayout;
  readonly processes: PlatformProcesses;
  /** A channel to a service over which `issuer` says who is calling: the actor of each call. */
  connect(service: ServiceName, issuer?: ProcessName): Channel;
  /** Makes again what the services need in the servers, such as after NATS lost everything. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  readonly servers: ServerAddresses;
  /** Put on top of every process's environment; those that begin with `TLS_` decide how the processes talk. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Where mails go; not given: nowhere. */
  readonly mail?: PlatformLayout['mail'];
  /** Where people sign in; not given: nowhere. */
  readonly signIn?: PlatformLayout['signIn'];
  /** Where the first gateway serves, for who must know before; a free port unless given. */
  readonly port?: number;
  /** What its databases and streams are called by, where they are there already; new ones unless given. */
  readonly name?: string;
  /** Those of the platform whose databases these were; new ones unless given. */
  readonly secrets?: LocalSecrets;
  /** How many gateways serve, each at an address of its own; 1 unless given. */
  readonly gateways?: number;
  /** What is run; the sources of the work tree unless given. */
  readonly programs?: Programs;
}

export async function launchPlatform(options: LaunchOptions): Promise<LaunchedPlatform> {
  const { servers, mail, signIn, port, gateways: gatewayCount = 1 } = options;
  const config = readConfig({ ...process.env, OBJECT_DELETION_DELAY_MS: '0', ...options.variables });
  const name = options.name ?? `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const logsDir = await mkdtemp(join(config.temporaryDir, 'assay-platform-'));
  const secrets = options.secrets ?? createSecrets();
  const ports = await choosePorts(port);
  const baseUrl = `http://127.0.0.1:${String(ports.gateway.http)}`;
  const layout: PlatformLayout = {
    ...{ ports, servers, secrets, logLevel: 'info', databasePrefix: name, natsNamespace: name },
    ...{ publicUrl: baseUrl, mail, signIn, stripe: {}, tls: config.external.tls },
  };
  const guardian = startGuardian();
  const common = {
    ...{ layout, inherited: config.inherited, logsDir, guardian, onReady: () => undefined },
    ...(options.programs !== undefined && { programs: options.programs }),
  };
  const processes = await startPlatform(common);
  const further = await Promise.all(
    Array.from({ length: gatewayCount - 1 }, (_, index) => startFurtherGateway(common, index + 2)),
  );
  const connections = openConnections(layout);
  return {
    baseUrl,
    gateways: [{ baseUrl, process: processes.gateway }, ...further],
    apiKey: secrets.apiKey,
    layout,
    processes,
    connect: (service, issuer) => connections.connect(service, issuer),
    prepare: () => preparePlatform(common),
    async stop() {
      connections.close();
      await Promise.all(further.map(({ process }) => process.stop()));
      await stopPlatform(processes);
      guardian.close();
      await rm(logsDir, { recursive: true, force: true });
    },
  };
}
