import { pause } from '../events/pause.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { ProcessRole } from '../settings/process.ts';

/** Work that a process does again and again for as long as it lives. */
export interface PeriodicTask {
  /** For logs, such as `sweep of expired top-ups`. */
  readonly name: string;
  /** The pause between the end of one run and the beginning of the next. */
  readonly everyMs: number;
  /** After a run that failed the pause doubles, up to this; unless given it stays the same. */
  readonly maxBackoffMs?: number | undefined;
  /** The role whose processes do it; every process unless given. */
  readonly role?: ProcessRole | undefined;
  /** One run; the signal is aborted when the process stops. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** Runs a task now and then again and again, never twice at once, until the process stops; its last run is awaited. */
export function startPeriodicTask(
  { lifecycle, logger }: { readonly lifecycle: Lifecycle; readonly logger: Logger },
  task: PeriodicTask,
): void {
  lifecycle.onStop(task.name, runPeriodically(logger, task));
}

/** The same for what has a life of its own: returns how to stop it and wait for its last run. */
export function runPeriodically(logger: Logger, task: Omit<PeriodicTask, 'role'>): () => Promise<void> {
  const stopping = new AbortController();
  const running = repeat(logger, task, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function repeat(
  logger: Logger,
  { name, everyMs, maxBackoffMs = everyMs, run }: Omit<PeriodicTask, 'role'>,
  stopping: AbortSignal,
): Promise<void> {
  let delayMs = everyMs;
  while (!stopping.aborted) {
    try {
      await run(stopping);
      delayMs = everyMs;
    } catch (error) {
      logger.warn({ err: error, task: name }, 'a periodic task failed and will be tried again');
      delayMs = Math.min(maxBackoffMs, delayMs * 2);
    }
    await pause(delayMs, stopping);
  }
}
