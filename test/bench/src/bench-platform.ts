import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import type { Guardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { startMemoryService } from './start-memory-service.ts';
import type { MemoryService } from './start-memory-service.ts';

/** Put on top of a gateway's environment, so that no rate limit is in the way. */
export const unlimited = { RATE_LIMIT_AUTHENTICATED: '1000000000' };

export interface BenchPlatform {
  readonly platform: LaunchedPlatform;
  readonly servers: RunningServers;
  /** Ends the processes it watches when this one is gone. */
  readonly guardian: Guardian;
  /** For what the benchmark keeps while it runs. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** The whole platform on servers of its own. */
export async function startBenchPlatform(folder: string): Promise<BenchPlatform> {
  const config = readConfig();
  const guardian = startGuardian();
  const onProgress = (): void => undefined;
  const stateDir = join(folder, 'servers');
  const servers = await startServers({ config, mode: 'ephemeral', stateDir, guardian, onProgress });
  const platform = await launchPlatform({ servers, variables: unlimited });
  return {
    platform,
    servers,
    guardian,
    folder,
    async stop() {
      await platform.stop();
      await servers.stop();
      guardian.close();
    },
  };
}

/** Puts a service that answers from memory in the place of projects-files and costs next to nothing. */
export async function replaceByMemory({ platform }: BenchPlatform): Promise<MemoryService> {
  const { processes, layout } = platform;
  await processes['projects-files'].stop();
  const port = layout.ports['projects-files'].grpc;
  return startMemoryService(layout.secrets.internalTokenKeys.gateway, { port });
}
