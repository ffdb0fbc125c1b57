import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { adminUrl } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import { startPlatformProcess } from '@assay/local/platform/start-platform';
import type { PlatformOptions } from '@assay/local/platform/start-platform';
import { startGuardian } from '@assay/local/processes/guardian';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { startFurtherGateway } from '../gateways.ts';
import type { SharedPlatform } from '../processes/shared-platform.ts';
import { startLoadBalancer } from './load-balancer.ts';
import type { Balanced, LoadBalancer } from './load-balancer.ts';

interface McpReplica {
  readonly process: RestartableProcess;
  readonly endpointPort: number;
  readonly adminUrl: string;
}

/** Processes of mcp that a test may kill, with a gateway in front of them, on the services of a running platform. */
export interface McpReplicas {
  /** The address of the gateway. */
  readonly baseUrl: string;
  readonly replicas: readonly McpReplica[];
  /** Between the gateway and the replicas. */
  readonly balancer: LoadBalancer;
  stop(): Promise<void>;
}

export async function startMcpReplicas(
  { layout, variables }: Pick<SharedPlatform, 'layout' | 'variables'>,
  { count, balanced = 'messages' }: { readonly count: number; readonly balanced?: Balanced },
): Promise<McpReplicas> {
  const config = readConfig();
  const logsDir = await mkdtemp(join(config.temporaryDir, 'assay-mcp-'));
  const guardian = startGuardian();
  const options: PlatformOptions = {
    layout,
    logsDir,
    guardian,
    inherited: { ...config.inherited, ...variables },
    onReady: () => undefined,
  };
  const replicas = await Promise.all(
    Array.from({ length: count }, (_, index) => startReplica(options, index + 1)),
  );
  const endpointPorts = replicas.map(({ endpointPort }) => endpointPort);
  const balancer = await startLoadBalancer(endpointPorts, balanced);
  const endpoint = { ...layout.ports.mcp, endpoint: balancer.port };
  const gateway = await startFurtherGateway(
    { ...options, layout: { ...layout, ports: { ...layout.ports, mcp: endpoint } } },
    1,
  );
  return {
    baseUrl: gateway.baseUrl,
    replicas,
    balancer,
    async stop() {
      await gateway.process.stop();
      await Promise.all(replicas.map(({ process }) => process.stop()));
      balancer.close();
      guardian.close();
      await rm(logsDir, { recursive: true, force: true });
    },
  };
}

async function startReplica(options: PlatformOptions, number: number): Promise<McpReplica> {
  const [endpoint = 0, admin = 0] = await freePorts(2);
  const ports = { ...options.layout.ports, mcp: { endpoint, admin } };
  const logsDir = join(options.logsDir, `mcp-${number.toString()}`);
  await mkdir(logsDir);
  const process = await startPlatformProcess('mcp', {
    ...options,
    layout: { ...options.layout, ports },
    logsDir,
  });
  return { process, endpointPort: endpoint, adminUrl: adminUrl('mcp', ports) };
}
