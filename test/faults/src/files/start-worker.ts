import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf, localHost } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import type { Guardian } from '@assay/local/processes/guardian';
import { startProcess } from '@assay/local/processes/restartable-process';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { processes } from '@assay/proto/processes';

const name = 'projects-files';

/** A second process of projects-files beside the platform's, which serves nobody and only works. */
export async function startWorker(
  layout: PlatformLayout,
  { guardian, logsDir }: { readonly guardian: Guardian; readonly logsDir: string },
): Promise<RestartableProcess> {
  const [admin = 0] = await freePorts(1);
  const ports = { ...layout.ports, [name]: { ...layout.ports[name], admin } };
  const environment = { ...environmentOf(name, { ...layout, ports }), ROLES: 'worker' };
  const main = join(projectRoot, processes[name].folder, 'src/main.ts');
  return startProcess(
    {
      name: `${name} worker`,
      plan: {
        command: process.execPath,
        args: ['--conditions=source', main],
        environment: { ...readConfig().inherited, ...environment },
        workingDirectory: projectRoot,
      },
      logFile: join(logsDir, 'worker.log'),
      readyTimeoutMs: 60_000,
      ready: async (signal) => {
        const { status } = await fetch(`http://${localHost}:${admin.toString()}/readyz`, { signal });
        if (status !== 200) throw new Error(`answered ${status.toString()}`);
      },
    },
    guardian,
  );
}
