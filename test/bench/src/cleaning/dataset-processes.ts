import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import type { BenchPlatform } from '../bench-platform.ts';
import { startRoles } from '../start-roles.ts';

const service = 'datasets';

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
  const { datasets: ports } = bench.platform.layout.ports;
  const api = await startRoles(bench, { service, label: 'api', roles: 'api,relay', ports });
  const worker = await startRoles(bench, { service, label: 'worker', roles: 'worker' });
  const secondWorker = await startRoles(bench, { service, label: 'second-worker', roles: 'worker' });
  return {
    api,
    worker,
    secondWorker,
    async stop() {
      await Promise.all([api, worker, secondWorker].map((running) => running.stop()));
    },
  };
}
