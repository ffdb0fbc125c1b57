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
import { openConnections } from './connections.ts';
import { startFurtherGateway } from './gateways.ts';
import type { LaunchedGateway } from './gateways.ts';

/** The whole platform in separate processes, as `npm start` runs it. Its servers may be shared. */
export interface LaunchedPlatform {
  readonly baseUrl: string;
  /** All gateways; that of `baseUrl` is the first. */
  readonly gateways: readonly [LaunchedGateway, ...LaunchedGateway[]];
  /** The key of an admin of the seeded organization. */
  readonly apiKey: string;
  readonly layout: PlatformLayout;
  readonly processes: PlatformProcesses;
  /** Opens a channel to a service. `issuer` signs the token of each call, which names its actor. */
  connect(service: ServiceName, issuer?: ProcessName): Channel;
  /** Creates the resources of the services in the servers again, for example after NATS lost its data. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  readonly servers: ServerAddresses;
  /** Added to the environment of each process. Those that begin with `TLS_` configure TLS between the processes. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The mail server; none by default. */
  readonly mail?: PlatformLayout['mail'];
  /** The OpenID Connect issuer; none by default. */
  readonly signIn?: PlatformLayout['signIn'];
  /** The port of the first gateway; a free port by default. */
  readonly port?: number;
  /** The prefix of existing databases and streams; new ones by default. */
  readonly name?: string;
  /** The secrets of the platform that created the databases; new ones by default. */
  readonly secrets?: LocalSecrets;
  /** The number of gateways, each with its own port; 1 by default. */
  readonly gateways?: number;
  /** The programs to run; by default the sources of the work tree. */
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
    ports,
    servers,
    secrets,
    logLevel: 'info',
    databasePrefix: name,
    natsNamespace: name,
    publicUrl: baseUrl,
    mail,
    signIn,
    stripe: {},
    tls: config.external.tls,
  };
  const guardian = startGuardian();
  const common = {
    layout,
    inherited: config.inherited,
    logsDir,
    guardian,
    onReady: () => undefined,
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
