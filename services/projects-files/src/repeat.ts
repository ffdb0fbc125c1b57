import { setTimeout as wait } from 'node:timers/promises';
import type { Lifecycle } from '@assay/chassis/lifecycle';
import type { Logger } from '@assay/chassis/logger';

export interface Repeated {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** Runs a task now and then again and again, a pause between two runs, until the process stops. */
export function repeat(
  { lifecycle, logger }: { lifecycle: Lifecycle; logger: Logger },
  task: Repeated,
): void {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await task.run().catch((error: unknown) => {
        logger.warn({ err: error, task: task.name }, 'a repeated task failed and will be tried again');
      });
      await wait(task.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  lifecycle.onStop(task.name, async () => {
    stopping.abort();
    await running;
  });
}
