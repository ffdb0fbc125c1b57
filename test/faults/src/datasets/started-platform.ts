import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { startWorker } from '../start-worker.ts';

/** A platform with servers of its own, so that no other test notices its kills, and a second worker of `datasets`. */
export interface StartedPlatform {
  readonly servers: RunningServers;
  readonly platform: LaunchedPlatform;
  readonly worker: RestartableProcess;
  readonly rest: Rest;
  stop(): Promise<void>;
}

export async function startOwnPlatform(): Promise<StartedPlatform> {
  const guardian = startGuardian();
  const stateDir = await mkdtemp(join(tmpdir(), 'assay-faults-datasets-'));
  const servers = await startServers({
    ...{ config: readConfig(), mode: 'ephemeral', stateDir, guardian },
    onProgress: () => undefined,
  });
  const platform = await launchPlatform({
    servers,
    variables: {
      RATE_LIMIT_AUTHENTICATED: '100000000',
      RATE_LIMIT_ORGANIZATION: '100000000',
    },
  });
  const worker = await startWorker(platform.layout, {
    ...{ service: 'datasets', guardian, logsDir: stateDir },
    variables: { OBJECT_DELETION_DELAY_MS: '0' },
  });
  return {
    servers,
    platform,
    worker,
    rest: createRest(platform.baseUrl, platform.apiKey),
    async stop() {
      await worker.stop();
      await platform.stop();
      await servers.stop();
      guardian.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
