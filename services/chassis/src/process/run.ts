import { ConfigError, exitCodeOf } from '../config.ts';
import type { Environment } from '../config.ts';
import { startTelemetry } from './telemetry.ts';

/** A started process: what it answers on is in its own type; everything can be stopped. */
export interface Running {
  stop(): Promise<void>;
}

export interface Program<C> {
  readonly name: string;
  /** Reads the configuration; throws ConfigError. */
  readonly readConfig: (environment: Environment) => C;
  readonly start: (config: C) => Promise<Running>;
}

/**
 * The whole life of a process: configuration, start, SIGTERM or SIGINT, orderly stop. Exit code 0 after an orderly stop,
 * 1 when it could not start, 78 (EX_CONFIG) when a variable is missing or malformed.
 */
export async function run<C extends { readonly shutdownTimeoutMs: number }>(
  program: Program<C>,
): Promise<void> {
  try {
    const config = program.readConfig(process.env);
    const telemetry = await startTelemetry(program.name, process.env);
    const running = await program.start(config);
    stopOnSignal(config.shutdownTimeoutMs, async () => {
      await running.stop();
      await telemetry.stop();
    });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    process.stderr.write(`${program.name} could not start: ${explain(error)}\n`);
    if (process.exitCode === 1) process.exit();
  }
}

function stopOnSignal(timeoutMs: number, stop: () => Promise<void>): void {
  const onSignal = (): void => {
    setTimeout(() => process.exit(1), timeoutMs).unref();
    void stop().then(() => {
      process.exitCode = 0;
    });
  };
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
}

/** For the log of whoever started the process. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `bad configuration\n${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
