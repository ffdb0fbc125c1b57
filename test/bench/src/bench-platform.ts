import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';

export interface BenchPlatform {
  readonly platform: LaunchedPlatform;
  readonly servers: RunningServers;
  stop(): Promise<void>;
}

/** The whole platform on servers of its own, without any rate limit in the way. */
export async function startBenchPlatform(): Promise<BenchPlatform> {
  const config = readConfig();
  const stateDir = await mkdtemp(join(config.temporaryDir, 'assay-bench-'));
  const guardian = startGuardian();
  const onProgress = (): void => undefined;
  const servers = await startServers({ config, mode: 'ephemeral', stateDir, guardian, onProgress });
  const unlimited = { RATE_LIMIT_AUTHENTICATED: '1000000000', LOG_LEVEL: 'warn' };
  const platform = await launchPlatform({ servers, variables: unlimited });
  return {
    platform,
    servers,
    async stop() {
      await platform.stop();
      await servers.stop();
      guardian.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
