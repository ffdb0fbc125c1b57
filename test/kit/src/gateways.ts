import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localHost } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { startPlatformProcess } from '@assay/local/platform/start-platform';
import type { PlatformOptions } from '@assay/local/platform/start-platform';

/** One of the gateways in front of a platform. */
export interface LaunchedGateway {
  readonly baseUrl: string;
  readonly process: RestartableProcess;
}

/** Starts another gateway in front of the services of a platform, on its own port. */
export async function startFurtherGateway(
  options: PlatformOptions,
  number: number,
): Promise<LaunchedGateway> {
  const [http = 0, admin = 0] = await freePorts(2);
  const { layout } = options;
  const logsDir = join(options.logsDir, `gateway-${number}`);
  await mkdir(logsDir, { recursive: true });
  const process = await startPlatformProcess('gateway', {
    ...options,
    layout: { ...layout, ports: { ...layout.ports, gateway: { http, admin } } },
    logsDir,
  });
  return { baseUrl: `http://${localHost}:${http}`, process };
}
