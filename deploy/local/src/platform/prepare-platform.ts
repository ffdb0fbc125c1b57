import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@assay/proto/processes';
import { projectRoot } from '../config.ts';
import { lastErrorLine, logSize, readTail } from '../processes/log-tail.ts';
import { StartError } from '../processes/restartable-process.ts';
import { environmentOf } from './environment.ts';
import type { PlatformLayout } from './environment.ts';
import type { Guardian } from '../processes/guardian.ts';
import { launch } from '../processes/process-handle.ts';
import type { Programs } from './programs.ts';

export interface PreparationOptions {
  readonly layout: PlatformLayout;
  /** The parent's variables, for PATH and the like; the contract's own come on top. */
  readonly inherited: Record<string, string>;
  readonly logsDir: string;
  readonly guardian: Guardian;
  /** Unless given, the sources of the work tree. */
  readonly programs?: Programs;
}

/**
 * Makes what the services need in the servers, as their prepare commands do; may run beside services that start or serve.
 * @throws {StartError} with the last line of its log
 */
export async function preparePlatform(options: PreparationOptions): Promise<void> {
  const { layout, inherited, logsDir, guardian, programs } = options;
  if (programs !== undefined) return runPreparations(options, programs);
  const logFile = join(logsDir, 'prepare.log');
  const earlier = logSize(logFile);
  const log = openSync(logFile, 'a');
  const child = spawn(
    process.execPath,
    ['--conditions=source', join(import.meta.dirname, 'prepare-services.ts')],
    {
      cwd: projectRoot,
      env: inherited,
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    },
  );
  closeSync(log);
  const { pid } = child;
  if (pid !== undefined) guardian.watch(pid);
  child.send(
    Object.fromEntries(serviceNames.map((name) => [name, { ...inherited, ...environmentOf(name, layout) }])),
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (pid !== undefined) guardian.release(pid);
  if (code === 0) return;
  const lines = readTail(logFile, earlier);
  const words = lastErrorLine(lines) ?? lines.at(-1) ?? `exit code ${String(code)}`;
  throw new StartError(`Preparing the services failed: ${words} (log: ${logFile})`, lines);
}

/** Each by the command of its service, at the same time, since some wait for the streams of others. */
async function runPreparations(options: PreparationOptions, programs: Programs): Promise<void> {
  const { layout, inherited, logsDir, guardian } = options;
  await Promise.all(
    serviceNames.map(async (name) => {
      const logFile = join(logsDir, `prepare-${name}.log`);
      const plan = programs(name, 'commands/prepare', environmentOf(name, layout));
      const environment = { ...inherited, ...plan.environment };
      const { code } = await launch({ ...plan, environment }, logFile, guardian).exit;
      if (code === 0) return;
      const lines = readTail(logFile, 0);
      const words = lastErrorLine(lines) ?? lines.at(-1) ?? `exit code ${String(code)}`;
      throw new StartError(`Preparing ${name} failed: ${words} (log: ${logFile})`, lines);
    }),
  );
}
