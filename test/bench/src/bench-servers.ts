import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import type { Guardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';

export interface BenchServers {
  readonly servers: RunningServers;
  /** Ends the processes it watches when this one is gone. */
  readonly guardian: Guardian;
  readonly stop: () => Promise<void>;
}

/** The backing servers of one benchmark, which keep what they have below this folder. */
export async function startBenchServers(folder: string): Promise<BenchServers> {
  const guardian = startGuardian();
  const servers = await startServers({
    config: readConfig(),
    mode: 'ephemeral',
    stateDir: join(folder, 'servers'),
    guardian,
    onProgress: () => undefined,
  });
  return {
    servers,
    guardian,
    async stop() {
      await servers.stop();
      guardian.close();
    },
  };
}
