import { ConfigError, toExitCode } from '../config.ts';
import type { Environment } from '../config.ts';
import { startTracing } from './tracing/start-tracing.ts';
import type { Tracing, TracingConfig } from './tracing/start-tracing.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Runtime } from './runtime.ts';
import { longestStopMs } from './stop-times.ts';
import type { StopConfig } from './stop-times.ts';

/** A started process: what it answers on is in its own type; everything can be stopped. */
export interface Running extends Pick<Lifecycle, 'overran'> {
  stop(): Promise<void>;
}

/** How a process is stopped whose runtime this is. */
export function stoppable(
  { lifecycle }: Pick<Runtime, 'lifecycle'>,
  { shutdownDelayMs }: Pick<StopConfig, 'shutdownDelayMs'>,
): Running {
  return { stop: () => lifecycle.stop(shutdownDelayMs), overran: lifecycle.overran };
}

export interface Program<C> {
  readonly name: string;
  /** Reads the configuration; throws ConfigError. */
  readonly readConfig: (environment: Environment) => C;
  readonly start: (config: C) => Promise<Running>;
}

/**
 * The whole life of a process: configuration, start, SIGTERM or SIGINT, orderly stop. Exit code 0 after an orderly stop and
 * after a start that was broken off, 1 when it could not start or had to be ended by force, 78 (EX_CONFIG) when a variable
 * is missing or malformed.
 */
export async function run<C extends StopConfig & Partial<TracingConfig>>(program: Program<C>): Promise<void> {
  const signalled = nextSignal();
  try {
    const config = program.readConfig(process.env);
    const tracing = await startTracing(program.name, config);
    const running = await Promise.race([program.start(config), signalled]);
    // It has answered nobody yet, and may wait for servers that never come.
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

/** For the log of whoever started the process. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `bad configuration\n${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
