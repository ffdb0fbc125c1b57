import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf, localHost, stopGraceMs } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import { startProcess } from '@assay/local/processes/restartable-process';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { processes } from '@assay/proto/processes';
import type { BenchPlatform } from '../bench-platform.ts';

const name = 'datasets';

/** The processes of datasets by their roles. */
export interface DatasetProcesses {
  /** Serves calls and publishes events. */
  readonly api: RestartableProcess;
  /** Executes units, always. */
  readonly worker: RestartableProcess;
  /** Executes units while it runs. */
  readonly secondWorker: RestartableProcess;
  stop(): Promise<void>;
}

/** Replaces the process of datasets on a platform by one for each role and a second worker. */
export async function startDatasetProcesses(bench: BenchPlatform): Promise<DatasetProcesses> {
  await bench.platform.processes.datasets.stop();
  const { grpc, admin } = bench.platform.layout.ports.datasets;
  const api = await startRoles(bench, { label: 'api', roles: 'api,relay', grpc, admin });
  const startWorker = async (label: string): Promise<RestartableProcess> => {
    const [own = 0, ownAdmin = 0] = await freePorts(2);
    return startRoles(bench, { label, roles: 'worker', grpc: own, admin: ownAdmin });
  };
  const worker = await startWorker('worker');
  const secondWorker = await startWorker('second-worker');
  return {
    ...{ api, worker, secondWorker },
    async stop() {
      await Promise.all([api, worker, secondWorker].map((running) => running.stop()));
    },
  };
}

interface Roles {
  readonly label: string;
  readonly roles: string;
  readonly grpc: number;
  readonly admin: number;
}

function startRoles(
  { platform: { layout }, folder, guardian }: BenchPlatform,
  { label, roles, grpc, admin }: Roles,
): Promise<RestartableProcess> {
  const ports = { ...layout.ports, [name]: { grpc, admin } };
  const own = { ...environmentOf(name, { ...layout, ports }), ROLES: roles };
  const main = join(projectRoot, processes[name].folder, 'src/main.ts');
  return startProcess(
    {
      name: `${name} ${label}`,
      plan: {
        command: process.execPath,
        args: ['--conditions=source', main],
        environment: { ...readConfig().inherited, ...own },
        workingDirectory: projectRoot,
      },
      logFile: join(folder, `${name}-${label}.log`),
      readyTimeoutMs: 60_000,
      graceMs: stopGraceMs,
      ready: async (signal) => {
        const { status } = await fetch(`http://${localHost}:${admin.toString()}/readyz`, { signal });
        if (status !== 200) throw new Error(`answered ${status.toString()}`);
      },
    },
    guardian,
  );
}
