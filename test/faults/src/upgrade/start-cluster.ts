import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@assay/chassis/ids';
import { projectRoot, readConfig } from '@assay/local/config';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { createSecrets } from '@assay/local/platform/secrets';
import { choosePorts } from '@assay/local/platform/start-platform';
import { startGuardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import { processNames } from '@assay/proto/processes';
import { checkOut, resolveCommit } from '@assay/test-kit/processes/checkout';
import { openConnections } from '@assay/test-kit/connections';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createCluster, nameOf } from './cluster.ts';
import type { Cluster, Installation } from './cluster.ts';
import { readRelease } from './release.ts';
import { lastRelease, scale } from './settings.ts';
import { rotateSigningKeys } from './signing-keys.ts';

/** What is installed one after the other; the signing keys are rotated on the way. */
export interface Installations {
  readonly last: Installation;
  /** The files as they are, which know the next signing keys. */
  readonly present: Installation;
  /** The last release again, which signs with the next keys. */
  readonly lastAgain: Installation;
}

export interface StartedCluster extends Pick<LaunchedPlatform, 'apiKey' | 'connect'> {
  readonly cluster: Cluster;
  readonly layout: PlatformLayout;
  readonly installations: Installations;
  stop(): Promise<void>;
}

/** An empty cluster on servers of its own. */
export async function startCluster(): Promise<StartedCluster> {
  const { inherited, temporaryDir } = readConfig();
  const folder = await mkdtemp(join(temporaryDir, 'assay-upgrade-'));
  const guardian = startGuardian();
  const servers = await startServers({
    config: readConfig(),
    mode: 'ephemeral',
    stateDir: join(folder, 'servers'),
    guardian,
    onProgress: () => undefined,
  });
  const layout = await layoutOn(servers);
  const { ports, secrets } = layout;
  const { graceMs, preStopMs } = scale;
  const cluster = createCluster({
    folder,
    logsDir: folder,
    guardian,
    inherited,
    ports,
    replicas: scale.replicas,
    times: { readyTimeoutMs: 300_000, preStopMs, graceMs },
  });
  const connections = openConnections(
    layout,
    (service) => `${cluster.serving(service)[0]?.address ?? ''}:${String(ports[service].grpc)}`,
  );
  return {
    cluster,
    layout,
    installations: await readInstallations(folder, layout),
    apiKey: secrets.apiKey,
    connect: (service, issuer) => connections.connect(service, issuer),
    async stop() {
      connections.close();
      await cluster.stop();
      await servers.stop();
      guardian.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function layoutOn({ mongodb, nats, s3, redis }: ServerAddresses): Promise<PlatformLayout> {
  const ports = await choosePorts();
  return {
    ports,
    servers: { mongodb, nats, s3, redis },
    secrets: createSecrets(),
    logLevel: 'info',
    databasePrefix: `t${newId()}`,
    natsNamespace: 'upgrade',
    publicUrl: `http://${nameOf('gateway')}:${String(ports.gateway.http)}`,
    mail: undefined,
    signIn: undefined,
    stripe: {},
    tls: {},
  };
}

async function readInstallations(folder: string, layout: PlatformLayout): Promise<Installations> {
  const commit = await resolveCommit(await lastRelease());
  const checkout = join(folder, 'last-release');
  await checkOut(commit, checkout);
  const last = await readRelease(commit.slice(0, 12), checkout, layout);
  const present = await readRelease('present', projectRoot, layout);
  const first = layout.secrets.internalTokenKeys;
  // A process that stays as it is never hears of other keys.
  const keys = scale.replaced.length === processNames.length ? rotateSigningKeys(first) : undefined;
  const common = {
    RATE_LIMIT_AUTHENTICATED: '1000000000',
    UPLOAD_DRAIN_TIMEOUT_MS: String(scale.graceMs - 30_000),
    NODE_COMPILE_CACHE: join(folder, 'modules'),
  };
  return {
    last: { release: last, variables: () => common },
    present: { release: present, variables: (name) => ({ ...common, ...keys?.announced(name) }) },
    lastAgain: { release: last, variables: (name) => ({ ...common, ...keys?.rotated(name) }) },
  };
}
