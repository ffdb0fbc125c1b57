import { join } from 'node:path';
import { projectRoot } from '../config.ts';
import { startProcess } from '../processes/restartable-process.ts';
import type { RestartableProcess } from '../processes/restartable-process.ts';
import { expectListener } from '../servers/readiness.ts';
import type { DevelopmentServer, DevelopmentServersOptions } from './development-server.ts';

const readyMs = 60_000;

/** @throws {StartError} when it does not listen in time */
export async function startScript(
  { label, script, environment, ports }: DevelopmentServer<unknown>,
  { config, stateDir, guardian }: DevelopmentServersOptions,
): Promise<RestartableProcess> {
  return startProcess(
    {
      name: label,
      plan: {
        command: process.execPath,
        args: ['--conditions=source', join(import.meta.dirname, `${script}.ts`)],
        environment: { ...config.inherited, ...environment },
        workingDirectory: projectRoot,
      },
      logFile: join(stateDir, 'logs', `${script}.log`),
      readyTimeoutMs: readyMs,
      ready: async (signal) => {
        await Promise.all(ports.map(async (port) => expectListener(port, signal)));
      },
    },
    guardian,
  );
}
