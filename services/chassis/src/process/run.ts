import { ConfigError, toExitCode } from '../config.ts';
import type { Environment } from '../config.ts';
import { startTracing } from './tracing/start-tracing.ts';
import type { Tracing, TracingConfig } from './tracing/start-tracing.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Runtime } from './runtime.ts';
import { longestStopMs } from './stop-times.ts';
import type { StopConfig } from './stop-times.ts';

/** A started process. */
export interface Running extends Pick<Lifecycle, 'overran'> {
  stop(): Promise<void>;
}

/** Returns the functions that stop the process of a runtime. */
export function stoppable(
  { lifecycle }: Pick<Runtime, 'lifecycle'>,
  { shutdownDelayMs }: Pick<StopConfig, 'shutdownDelayMs'>,
): Running {
  return { stop: () => lifecycle.stop(shutdownDelayMs), overran: lifecycle.overran };
}

export interface Program<C> {
  readonly name: string;
  /** Reads the configuration. Throws ConfigError. */
  readonly readConfig: (environment: Environment) => C;
  readonly start: (config: C) => Promise<Running>;
}

/**
 * Runs a process from its configuration to its orderly stop by SIGTERM or SIGINT. Exit codes: 0 after an orderly stop or a start that was
 * interrupted, 1 when the start failed or the stop had to be forced, 78 (EX_CONFIG) when a variable is missing or malformed.
 */
export async function run<C extends StopConfig & Partial<TracingConfig>>(program: Program<C>): Promise<void> {
  const signalled = nextSignal();
  try {
    const config = program.readConfig(process.env);
    const tracing = await startTracing(program.name, config);
    const running = await Promise.race([program.start(config), signalled]);
    // The start was interrupted: no client was served yet, and the start may wait for a server for ever.
    if (running === undefined) process.exit(0);
    void signalled.then(() => stopInTime(longestStopMs(config), running, tracing));
  } catch (error) {
    process.exitCode = toExitCode(error);
    process.stderr.write(`${program.name} could not start: ${explain(error)}\n`);
    if (process.exitCode === 1) process.exit();
  }
}

function nextSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'])
      process.once(signal, () => {
        resolve(undefined);
      });
  });
}

async function stopInTime(limitMs: number, running: Running, tracing: Tracing): Promise<void> {
  setTimeout(() => {
    running.overran('process', limitMs);
    process.exit(1);
  }, limitMs).unref();
  await running.stop();
  await tracing.stop();
  process.exitCode = 0;
}

/** Formats an error for the standard error output of a process. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `the configuration is not valid\n${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
