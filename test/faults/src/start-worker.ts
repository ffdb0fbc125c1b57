import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf, localHost } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import type { Guardian } from '@assay/local/processes/guardian';
import { startProcess } from '@assay/local/processes/restartable-process';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { processes } from '@assay/proto/processes';

interface WorkerOptions {
  readonly service: 'projects-files' | 'datasets' | 'crowd-webhooks';
  readonly guardian: Guardian;
  readonly logsDir: string;
  /** Added to the environment of the process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts a second process of a service with the role `worker` alone. It serves no calls. */
export async function startWorker(
  layout: PlatformLayout,
  { service, guardian, logsDir, variables = {} }: WorkerOptions,
): Promise<RestartableProcess> {
  const [admin = 0] = await freePorts(1);
  const ports = { ...layout.ports, [service]: { ...layout.ports[service], admin } };
  const environment = { ...environmentOf(service, { ...layout, ports }), ...variables, ROLES: 'worker' };
  const main = join(projectRoot, processes[service].folder, 'src/main.ts');
  return startProcess(
    {
      name: `${service} worker`,
      plan: {
        command: process.execPath,
        args: ['--conditions=source', main],
        environment: { ...readConfig().inherited, ...environment },
        workingDirectory: projectRoot,
      },
      logFile: join(logsDir, `${service}-worker.log`),
      readyTimeoutMs: 60_000,
      ready: async (signal) => {
        const { status } = await fetch(`http://${localHost}:${admin.toString()}/readyz`, { signal });
        if (status !== 200) throw new Error(`answered ${status.toString()}`);
      },
    },
    guardian,
  );
}
