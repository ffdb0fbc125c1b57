import type { LocalConfig } from '../config.ts';
import { startDevelopmentServers } from '../dev/start-development-servers.ts';
import type { DevelopmentServers } from '../dev/start-development-servers.ts';
import type { Guardian } from '../processes/guardian.ts';
import { reportServers } from './report-servers.ts';
import type { LocalSecrets } from '../platform/secrets.ts';
import { startServers } from '../servers/start-servers.ts';
import type { RunningServers } from '../servers/start-servers.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface SurroundingsOptions {
  readonly config: LocalConfig;
  readonly stateDir: string;
  readonly publicUrl: string;
  readonly secrets: LocalSecrets;
  readonly guardian: Guardian;
  readonly terminal: Terminal;
  readonly stopping: AbortSignal;
  readonly undo: (() => Promise<void>)[];
}

export interface Surroundings {
  readonly servers: RunningServers;
  readonly development: DevelopmentServers;
}

/** Everything the platform's own processes stand on; what was started is stopped by `undo`, also after a failure. */
export async function startSurroundings(options: SurroundingsOptions): Promise<Surroundings> {
  const { config, stateDir, publicUrl, secrets, guardian, stopping } = options;
  const onProgress = reportServers(options.terminal);
  const { s3Keys, natsPasswords } = secrets;
  const common = { config, stateDir, guardian, onProgress };
  const starting = [
    startServers({ ...common, mode: 'persistent', s3Keys, natsPasswords, signal: stopping }),
    startDevelopmentServers({ ...common, publicUrl, secrets }),
  ] as const;
  for (const outcome of await Promise.allSettled(starting)) {
    if (outcome.status === 'fulfilled') options.undo.push(async () => outcome.value.stop());
  }
  const [servers, development] = await Promise.all(starting);
  return { servers, development };
}
