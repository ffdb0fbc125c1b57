import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { freePorts } from '@assay/local/platform/ports';
import { startPlatformProcess } from '@assay/local/platform/start-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';

/** One more gateway of a running platform, in a process of its own. */
export interface AnotherGateway {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export async function startAnotherGateway(
  { layout }: Pick<LaunchedPlatform, 'layout'>,
  variables: Readonly<Record<string, string>> = {},
): Promise<AnotherGateway> {
  const config = readConfig();
  const logsDir = await mkdtemp(join(config.temporaryDir, 'assay-gateway-'));
  const [http = 0, admin = 0] = await freePorts(2);
  const guardian = startGuardian();
  const gateway = await startPlatformProcess('gateway', {
    layout: { ...layout, ports: { ...layout.ports, gateway: { http, admin } } },
    inherited: { ...config.inherited, ...variables },
    logsDir,
    guardian,
    onReady: () => undefined,
  });
  return {
    baseUrl: `http://127.0.0.1:${String(http)}`,
    async stop() {
      await gateway.stop();
      guardian.close();
      await rm(logsDir, { recursive: true, force: true });
    },
  };
}
