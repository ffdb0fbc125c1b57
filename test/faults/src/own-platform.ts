import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import type { Guardian } from '@assay/local/processes/guardian';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers, StartServersOptions } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';

/** A platform with servers of its own, so that no other test notices its kills. */
export interface OwnPlatform {
  readonly servers: RunningServers;
  readonly platform: LaunchedPlatform;
  readonly rest: Rest;
  readonly guardian: Guardian;
  /** The folder of the servers, which is removed in the end. */
  readonly stateDir: string;
  stop(): Promise<void>;
}

interface OwnPlatformOptions {
  /** A part of the name of the folder. */
  readonly name: string;
  /** A database in mode `persistent` keeps its data when it is killed. */
  readonly mode: StartServersOptions['mode'];
  readonly variables?: Readonly<Record<string, string>>;
}

export async function startOwnPlatform({
  name,
  mode,
  variables = {},
}: OwnPlatformOptions): Promise<OwnPlatform> {
  const guardian = startGuardian();
  const stateDir = await mkdtemp(join(tmpdir(), `assay-faults-${name}-`));
  const servers = await startServers({
    config: readConfig(),
    mode,
    stateDir,
    guardian,
    onProgress: () => undefined,
  });
  const unlimited = { RATE_LIMIT_AUTHENTICATED: '100000000', RATE_LIMIT_ORGANIZATION: '100000000' };
  const platform = await launchPlatform({ servers, variables: { ...unlimited, ...variables } });
  return {
    servers,
    platform,
    guardian,
    stateDir,
    rest: createRest(platform.baseUrl, platform.apiKey),
    async stop() {
      await platform.stop();
      await servers.stop();
      guardian.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
