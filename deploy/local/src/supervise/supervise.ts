import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import type { StartArguments } from '../terminal/arguments.ts';
import type { LocalConfig } from '../config.ts';
import type { PlatformLayout } from '../platform/environment.ts';
import { startGuardian } from '../processes/guardian.ts';
import type { Guardian } from '../processes/guardian.ts';
import { keepAlive } from '../processes/keep-alive.ts';
import { isPortFree } from '../platform/ports.ts';
import type { RestartableProcess } from '../processes/restartable-process.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { showSample } from './show-sample.ts';
import { choosePorts, startPlatform, stopPlatform } from '../platform/start-platform.ts';
import type { PlatformProcesses } from '../platform/start-platform.ts';
import { releaseLock, stateFolder, takeLock } from './state-folder.ts';
import type { StateFolder } from './state-folder.ts';
import { startSurroundings } from './start-surroundings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { allowExampleReceivers } from '../webhooks/example-receivers.ts';

export interface SuperviseOptions extends StartArguments {
  readonly config: LocalConfig;
  readonly terminal: Terminal;
}

interface Supervision extends SuperviseOptions {
  readonly state: StateFolder;
  readonly baseUrl: string;
  readonly guardian: Guardian;
  readonly stopping: AbortSignal;
  /** Steps that run in reverse order at the end, also after a failure. */
  readonly undo: (() => Promise<void>)[];
}

/**
 * Starts everything, shows a result, keeps serving until told to stop, and stops everything it started.
 * @returns undefined after an orderly end, else one line with the reason why the platform did not start or had to stop
 */
export async function superviseLocally(
  options: SuperviseOptions,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const state = stateFolder(options.config.stateDir);
  const baseUrl = `http://127.0.0.1:${String(options.port)}`;
  const holder = takeLock(state.lock, { pid: process.pid, baseUrl });
  if (holder !== undefined) {
    return `Assay already runs at ${holder.baseUrl} (process ${String(holder.pid)}). Use it, or stop it first.`;
  }
  const guardian = startGuardian();
  const undo: (() => Promise<void>)[] = [];
  try {
    if (!(await isPortFree(options.port))) {
      return `Port ${String(options.port)} of 127.0.0.1 is in use. Choose another one: npm start -- --port ${String(options.port + 1)}`;
    }
    return await serve({ ...options, state, baseUrl, guardian, undo, stopping });
  } catch (error) {
    if (stopping.aborted) return undefined;
    throw error;
  } finally {
    for (const step of undo.reverse()) await step();
    guardian.close();
    releaseLock(state.lock);
  }
}

async function serve(supervision: Supervision): Promise<string | undefined> {
  const { terminal, state, baseUrl, undo, stopping } = supervision;
  terminal.line(terminal.style('bold', 'Starting Assay'));
  if (supervision.fresh) await emptyData(supervision);
  await startNewLogs(state);
  await mkdir(state.data, { recursive: true });
  const secrets = await loadSecrets(state.secrets);
  const surroundings = { ...supervision, stateDir: state.root, publicUrl: baseUrl, secrets };
  const { servers, development } = await startSurroundings(surroundings);
  const ports = await choosePorts(supervision.port);
  const layout: PlatformLayout = {
    ports,
    servers,
    secrets,
    logLevel: 'info',
    databasePrefix: 'assay',
    natsNamespace: '',
    publicUrl: baseUrl,
    mail: development.mail,
    signIn: development.signIn,
    stripe: supervision.config.external.stripe,
    tls: supervision.config.external.tls,
    webhooks: await allowExampleReceivers(
      { stateDir: state.root, port: supervision.port },
      supervision.config.external,
    ),
  };
  const processes = await startProcesses(supervision, layout);
  undo.push(async () => stopPlatform(processes));
  const hopeless = keepEverythingAlive(supervision, [
    ...Object.values(servers.processes),
    ...development.processes,
    ...Object.values(processes),
  ]);
  const { mailUrl } = development;
  await showSample({ ...supervision, layout, apiKey: secrets.apiKey, mailUrl });
  terminal.line();
  terminal.line(`Serving at ${terminal.style('bold', baseUrl)} until Ctrl-C. Logs: ${state.logs}`);
  // Child processes do not keep the event loop alive; this timer does.
  const heartbeat = setInterval(() => undefined, 60_000);
  const reason = await Promise.race([whenAborted(stopping), hopeless]);
  clearInterval(heartbeat);
  terminal.line();
  terminal.line('Stopping all processes …');
  return reason;
}

async function whenAborted(signal: AbortSignal): Promise<undefined> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

/** The logs of the start before are kept, those of all earlier ones are not. */
async function startNewLogs({ logs }: StateFolder): Promise<void> {
  const previous = `${logs}.previous`;
  await rm(previous, { recursive: true, force: true });
  if (existsSync(logs)) await rename(logs, previous);
}

async function emptyData({ state, terminal }: Supervision): Promise<void> {
  const had = existsSync(state.data);
  for (const folder of [state.data, state.mail]) await rm(folder, { recursive: true, force: true });
  terminal.line(had ? 'Deleted the data of earlier starts (--fresh)' : 'No earlier data to delete (--fresh)');
}

async function startProcesses(
  { config, state, guardian, terminal }: Supervision,
  layout: PlatformLayout,
): Promise<PlatformProcesses> {
  const task = terminal.task('services');
  const ready: string[] = [];
  try {
    const processes = await startPlatform({
      layout,
      inherited: config.inherited,
      logsDir: state.logs,
      guardian,
      onReady: (name) => {
        ready.push(name);
        task.update(`ready: ${ready.join(', ')}`);
      },
    });
    task.done(ready.join(', '));
    return processes;
  } catch (error) {
    task.fail('not all services started');
    throw error;
  }
}

/** Resolves with the reason once a process keeps stopping. */
async function keepEverythingAlive(
  { terminal, stopping }: Supervision,
  running: readonly RestartableProcess[],
): Promise<string> {
  return new Promise((giveUp) => {
    for (const one of running) {
      keepAlive(one, {
        say: (line) => {
          terminal.line(terminal.style('yellow', line));
        },
        isStopping: () => stopping.aborted,
        giveUp,
      });
    }
  });
}
