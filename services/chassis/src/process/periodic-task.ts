import { pause } from './pause.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { ProcessRole } from '../settings/process.ts';

/** A task that a process repeats until it stops. */
export interface PeriodicTask {
  /** The name in logs, such as `sweep of expired top-ups`. */
  readonly name: string;
  /** The pause between the end of one run and the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** The maximum pause: each failure in a row doubles it. Default: `everyMs`. */
  readonly maxBackoffMs?: number | undefined;
  /** The role of the processes that run the task. Default: every process. */
  readonly role?: ProcessRole | undefined;
  /** Runs the task once. The signal is aborted when the process stops. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** Repeats a task until the process stops, never two runs at a time. The stop waits for the last run. */
export function startPeriodicTask(
  { lifecycle, logger }: { readonly lifecycle: Lifecycle; readonly logger: Logger },
  task: PeriodicTask,
): void {
  lifecycle.onStop(task.name, runPeriodically(logger, task));
}

/** Repeats a task until the returned function is called, which waits for the last run. */
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
      logger.warn({ err: error, task: name }, 'a periodic task failed and will be retried');
      delayMs = Math.min(maxBackoffMs, delayMs * 2);
    }
    await pause(delayMs, stopping);
  }
}
