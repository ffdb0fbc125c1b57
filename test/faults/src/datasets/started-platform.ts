import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { startOwnPlatform } from '../own-platform.ts';
import type { OwnPlatform } from '../own-platform.ts';
import { startWorker } from '../start-worker.ts';

/** A platform with servers of its own and a second worker of `datasets`. */
export interface StartedPlatform extends OwnPlatform {
  readonly worker: RestartableProcess;
}

export async function startPlatformWithWorker(): Promise<StartedPlatform> {
  const own = await startOwnPlatform({ name: 'datasets', mode: 'ephemeral' });
  const worker = await startWorker(own.platform.layout, {
    service: 'datasets',
    guardian: own.guardian,
    logsDir: own.stateDir,
    variables: { OBJECT_DELETION_DELAY_MS: '0' },
  });
  return {
    ...own,
    worker,
    async stop() {
      await worker.stop();
      await own.stop();
    },
  };
}
